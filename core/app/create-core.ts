import { rm } from 'node:fs/promises'
import path from 'node:path'
import { agentFacts, forbidsTool } from '../agents/index.ts'
import { createOtelExport } from '../audit/otel/index.ts'
import { createDisposeBag } from '../base/dispose-bag.ts'
import { createEmitter } from '../base/emitter.ts'
import { newId } from '../base/ids.ts'
import { createCommands } from '../commands/index.ts'
import { createConfig } from '../config/index.ts'
import type { SwitchedOff } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Language } from '../contract/error-texts.ts'
import type { AppEvent, SessionEvent } from '../contract/events.ts'
import { createCredentials } from '../credentials/index.ts'
import { createEndpointMemory, createGuards, defaultModel, modelFacts } from '../llm/index.ts'
import { createMcp } from '../mcp/index.ts'
import { createMemory } from '../memory/index.ts'
import { createSandbox } from '../permission/sandbox/index.ts'
import { createFileLocks } from '../platform/index.ts'
import { createPrompt } from '../prompt/index.ts'
import { sweepLater } from './sweep.ts'
import { createSessions } from '../session/index.ts'
import { createInstaller, createPlugins, createSkills, skillCommands } from '../skills/index.ts'
import { openStorage } from '../storage/index.ts'
import { createCodec } from '../media/index.ts'
import { builtinTools, createShells } from '../tools/index.ts'
import { createFileIndex } from '../workspace/index.ts'
import { createConfinePlugIn } from './confine-plug-in.ts'
import { createAgentServices } from './agents.ts'
import { createAppAudit } from './audit.ts'
import { createAppWindows } from './app-windows.ts'
import { createAside } from './aside.ts'
import { createHandlers } from './handlers/index.ts'
import { createAppHooks } from './hooks.ts'
import { createInstalls } from './installs.ts'
import { createPermissions } from './permissions.ts'
import { createPluginParts } from './plugin-parts.ts'
import { createProviders } from './providers.ts'
import { realPlace } from './real-place.ts'
import { createSampler } from './sampler.ts'
import { createSessionCommands } from './session-commands.ts'
import { createSmallModel } from './small-model.ts'
import type { Services } from './services.ts'
import { createForkReport } from './skill-forks.ts'
import { createSkillSources } from './skill-sources.ts'
import { createTickets } from './tickets.ts'
import { createTitleMaker } from './titles.ts'
import { createTurnRuntime } from './turn-runtime.ts'
import type { Core, CoreOptions, HostPlatform } from './types.ts'

/** Builds every service in dependency order. Rejects with `AppError('storage.*')` when the database cannot be opened. */
export async function createCore(platform: HostPlatform, options: CoreOptions = {}): Promise<Core> {
  const { clock, log, env, paths } = platform
  const bag = createDisposeBag()
  const events = createEmitter<SessionEvent | AppEvent>((error) => log.log('error', 'app', 'a listener failed', { error: String(error) }))
  const announce = (event: AppEvent): void => events.emit(event)

  const databasePath = options.ephemeral ? ':memory:' : path.join(paths.home, 'mewcode.db')
  const sessionsDir = options.ephemeral ? path.join(paths.temp, `mewcode-${newId()}`) : path.join(paths.home, 'sessions')
  const storage = await openStorage({ path: databasePath, clock, log, program: platform.host, hasWindows: platform.host !== 'cli' })
  bag.add(() => storage.close())
  if (options.ephemeral) bag.add(() => rm(sessionsDir, { recursive: true, force: true }))
  const config = createConfig({
    platform,
    trust: storage.trust,
    trustProjects: options.trustProjects ?? false,
    projectDefinitions: (projectRoot) => hooks.definitions(projectRoot),
    pluginServers: (projectRoot) => pluginParts.servers(projectRoot),
    defaultModel,
  })
  bag.add(() => config.close())
  const switchedOff = async (projectRoot: string | undefined, kind: keyof SwitchedOff): Promise<readonly string[]> =>
    Object.values(await config.switchedOff(projectRoot)).flatMap((off) => off[kind])
  const plugins = createPlugins({
    home: paths.home,
    disabled: (projectRoot) => switchedOff(projectRoot, 'plugins'),
  })
  const pluginParts = createPluginParts(plugins, log)
  const credentials = createCredentials({
    keychain: platform.keychain,
    env,
    home: paths.home,
    redactor: platform.redactor,
    clock,
    used: (use) => audit.credentialUsed(use),
  })
  const endpoints = createEndpointMemory({ file: options.ephemeral ? undefined : path.join(paths.home, 'endpoints.json'), log })
  const providers = createProviders({ platform, credentials, endpoints, guards: createGuards(clock) })

  const shells = createShells({ clock, changed: (sessionId, shell) => sessions.tellShell(sessionId, shell) })
  const aside = createAside({ storage, config, providers, clock })
  const askSmallModel = createSmallModel(aside)
  const locks = createFileLocks()
  const codec = createCodec()
  const places = { home: realPlace(paths.home), userHome: realPlace(paths.userHome), temp: realPlace(paths.temp) }
  const sandbox = createSandbox({ env, folders: places })
  bag.add(() => sandbox.close())
  const confine = createConfinePlugIn({ config, sandbox })
  const mcp = createMcp({
    config,
    confine,
    secretUsed: (use) => audit.credentialUsed({ ...use, sessionId: '' }),
    reached: (what) => otel.onMcp({ ...what, at: clock.now() }),
    codec,
    sampler: createSampler({ storage, config, clock, aside }),
    version: platform.version,
    env,
    log,
    clock,
    redact: platform.redactor.redactSecrets,
    learn: platform.redactor.addKey,
    keychain: platform.keychain,
    systemProxy: platform.systemProxy,
    openExternal: async (url) => {
      if (!(await platform.openExternal(url))) throw new AppError('mcp.no_browser')
    },
    home: paths.home,
    folder: options.ephemeral ? undefined : path.join(paths.home, 'mcp'),
    changed: (projectRoot) => announce({ type: 'mcp.changed', projectId: storage.projects.look(projectRoot).id }),
  })
  bag.add(events.on((event) => event.type === 'settings.changed' && mcp.refreshAll()))
  const memory = createMemory({ home: paths.home, clock, locks, onChange: () => announce({ type: 'memory.changed' }) })
  const isTrusted = (projectRoot: string): boolean =>
    options.trustProjects === true || storage.trust.get(projectRoot).decision === 'trusted'
  const skills = createSkills({
    ...paths,
    plugins,
    knowsModel: (id) => modelFacts(id).capabilities.isKnown,
    disabled: (projectRoot) => switchedOff(projectRoot, 'skills'),
  })
  const openSource = createSkillSources({ config, platform, options })
  const installer = createInstaller({ home: paths.home, version: platform.version, clock, openSource })
  bag.add(() => installer.close())
  const {
    lines: agentLines,
    runAgent,
    runFork,
    board,
    ...agentServices
  } = createAgentServices({
    ...paths,
    storage,
    config,
    credentials,
    env,
    providers,
    clock,
    log,
    sessionsDir,
    isTrusted,
    announce,
    sessions: () => sessions,
    hooks: () => hooks,
    plugins: pluginParts,
  })
  const { runs, planned } = agentServices
  const tools = builtinTools({
    locks,
    codec,
    memory,
    shells,
    askSmallModel,
    loadSkill: { skills, isTrusted, userHome: paths.userHome, runFork },
    installSkill: { installer, confirm: (previewId, options) => installs.confirm(previewId, options) },
    runAgent,
    board,
    web: options.web,
  })
  const commands = createCommands(
    paths,
    skillCommands(skills, { ...paths, plugins, runFork: createForkReport(runFork) }),
    mcp.promptCommands,
  )
  const language = async (): Promise<Language> => (await config.settings.get()).language ?? 'en'
  const prompt = createPrompt({ platform, clock, memory, skills, isTrusted, agents: agentLines, language })
  const permissions = createPermissions({ env, options, sandbox, places })
  const audit = createAppAudit({ storage, platform })
  const installs = createInstalls({ installer, config, trust: storage.trust, audit, announce })
  const otel = createOtelExport({
    target: async () => (await config.load(undefined)).otel,
    factsOf: (sessionId) => storage.sessions.get(sessionId) ?? { provider: '', model: '' },
    redact: platform.redactor.redactSecrets,
    version: platform.version,
    log,
  })
  bag.add(() => otel.close())
  const hooks = createAppHooks({
    platform,
    options,
    storage,
    config,
    credentials,
    permissions,
    confine,
    audit,
    plugins: pluginParts,
    ...agentServices,
  })
  bag.add(() => hooks.close())
  const sessions = createSessions({
    storage,
    hooks,
    clock,
    log,
    env,
    sessionsDir,
    locks,
    toolsFor: (projectRoot) => new Map([...tools, ...mcp.tools(projectRoot)].map((tool) => [tool.name, tool])),
    headless: options.headless ?? false,
    redact: platform.redactor.redactKeys,
    redactSecrets: platform.redactor.redactSecrets,
    rememberRule: (projectRoot, rule) => config.addRule(projectRoot, { effect: 'allow', rule }, 'local'),
    takeNotes: (sessionId) => shells.takeNotes(sessionId),
    announce,
    isWatched: () => windows.isWatched(),
    askForTitle: createTitleMaker({ storage, config, providers, askSmallModel }),
    forbids: forbidsTool,
    stopAgents: async (sessionId) => void (await runs.stopChildren(sessionId, 'user')),
    emit(event) {
      // What an agent did is kept once, as its own session tells it.
      if (event.agentId === undefined || event.agentId === event.sessionId) {
        audit.onEvent(event)
        otel.onEvent(event)
      }
      events.emit(event)
      runs.onEvent(event)
    },
    ...createSessionCommands({ commands, skills, isTrusted, language }),
    readResource: (projectRoot, mention, sessionDir) => mcp.attach(projectRoot, mention, sessionDir),
    newsFor: async (projectRoot, { agent, ...told }) => [
      ...(await prompt.news({ projectRoot, cwd: agent?.worktree?.cwd, ...told, agent: agentFacts(agent) })),
      // Which servers there are is no news to an agent that has only what its definition names.
      ...(agent?.limits.some(({ only }) => only !== null) ? [] : mcp.news(projectRoot, told)),
    ],
    ...createTurnRuntime({ config, credentials, providers, prompt, tools, permissions, sandbox, mcp, headless: options.headless ?? false }),
  })
  bag.add(async () => {
    // Together, since each may take as long as a process that ignores the polite signal.
    await planned.close()
    const ended = runs.close()
    await Promise.all([sessions.close(), shells.close(), mcp.close()])
    await ended
  })
  if (!options.ephemeral && platform.host !== 'cli') bag.add(sweepLater({ storage, sessionsDir, config, clock, log }))
  const fileIndex = createFileIndex({ env, now: clock.now })
  bag.add(() => fileIndex.close())
  const windows = createAppWindows({ storage, sessions, mcp, announce })
  runs.recover()
  planned.begin()
  const tickets = createTickets(clock)
  const hasHome = platform.host !== 'cli' && options.home !== false
  const services: Services = {
    platform,
    storage,
    audit,
    config,
    credentials,
    providers,
    permissions,
    sandbox,
    tools,
    sessions,
    shells,
    askSmallModel,
    codec,
    commands,
    prompt,
    isTrusted,
    memory,
    mcp,
    skills,
    ...agentServices,
    hooks,
    installer,
    installs,
    fileIndex,
    windows,
    tickets,
    sessionsDir,
    hasHome,
    announce,
  }
  // A command that ends with its turn has nobody to tell.
  if (platform.host !== 'cli')
    bag.add(
      config.onChange(() => {
        announce({ type: 'settings.changed' })
        announce({ type: 'providers.changed' })
      }),
    )

  return {
    handlers: createHandlers(services),
    windows,
    tickets,
    redact: platform.redactor.redactSecrets,
    onEvent: (listener) => events.on(listener),
    close: () => bag.empty(),
  }
}

import { rm } from 'node:fs/promises'
import path from 'node:path'
import { forbidsTool } from '../agents/index.ts'
import { createOtelExport } from '../audit/otel/index.ts'
import { createDisposeBag } from '../base/dispose-bag.ts'
import { createEmitter } from '../base/emitter.ts'
import { newId } from '../base/ids.ts'
import { createCommands } from '../commands/index.ts'
import { createConfig } from '../config/index.ts'
import type { SwitchedOff } from '../config/types.ts'
import type { Language } from '../contract/error-texts.ts'
import type { AppEvent, SessionEvent } from '../contract/events.ts'
import { createCredentials } from '../credentials/index.ts'
import { createEndpointMemory, createGuards, defaultModel, modelFacts } from '../llm/index.ts'
import { createMemory } from '../memory/index.ts'
import { createSandbox } from '../permission/sandbox/index.ts'
import { createFileLocks } from '../platform/index.ts'
import { createPrompt } from '../prompt/index.ts'
import { sweepLater } from './sweep.ts'
import { createSessions } from '../session/index.ts'
import { createPlugins, createSkills, skillCommands } from '../skills/index.ts'
import { openStorage } from '../storage/index.ts'
import { createCodec } from '../media/index.ts'
import { builtinTools, createShells, publicWeb } from '../tools/index.ts'
import { createFileIndex } from '../workspace/index.ts'
import { createConfinePlugIn } from './confine-plug-in.ts'
import { createAgentServices } from './agents.ts'
import { createAppAudit } from './audit.ts'
import { createAppWindows } from './app-windows.ts'
import { createAside } from './aside.ts'
import { closeWork } from './close-work.ts'
import { createHandlers } from './handlers/index.ts'
import { createAppHooks } from './hooks.ts'
import { keepContacts } from './contacts.ts'
import { createInstalls } from './installs.ts'
import { createAppMcp } from './mcp.ts'
import { createPermissions } from './permissions.ts'
import { createPluginParts } from './plugin-parts.ts'
import { createProviders } from './providers.ts'
import { createAppRemoteAgents, remoteModels } from './remote-agents.ts'
import { realPlace } from './real-place.ts'
import { createSessionCommands } from './session-commands.ts'
import { createSmallModel } from './small-model.ts'
import type { Services } from './services.ts'
import { createForkReport } from './skill-forks.ts'
import { createSkillInstaller } from './skill-sources.ts'
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
  bag.add(keepContacts({ storage, log }))
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
  const plugins = createPlugins({ home: paths.home, disabled: (projectRoot) => switchedOff(projectRoot, 'plugins') })
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
  const mcp = createAppMcp({
    platform,
    options,
    config,
    confine,
    secretUsed: (use) => audit.credentialUsed({ ...use, sessionId: '' }),
    reached: (what) => otel.onMcp({ ...what, at: clock.now() }),
    codec,
    storage,
    aside,
    announce,
  })
  bag.add(events.on((event) => event.type === 'settings.changed' && mcp.refreshAll()))
  const memory = createMemory({ home: paths.home, clock, locks, onChange: () => announce({ type: 'memory.changed' }) })
  const isTrusted = (projectRoot: string) => options.trustProjects === true || storage.trust.get(projectRoot).decision === 'trusted'
  const skills = createSkills({
    ...paths,
    plugins,
    knowsModel: (id) => modelFacts(id).capabilities.isKnown,
    unknownTools: mcp.unknownTools,
    links: storage.skillLinks,
    uses: storage.skillUses,
    index: options.ephemeral ? undefined : { folder: path.join(paths.home, 'skill-index'), version: platform.version, clock },
    disabled: (projectRoot) => switchedOff(projectRoot, 'skills'),
  })
  const { installer, registries: skillRegistries } = createSkillInstaller({ config, platform, options, audit: () => audit })
  bag.add(() => installer.close())
  const {
    lines: agentLines,
    runAgent,
    hostOfAgent,
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
    isHeadless: options.headless ?? false,
    announce,
    sessions: () => sessions,
    hooks: () => hooks,
    plugins: pluginParts,
    skills,
  })
  const { runs, planned, worktrees } = agentServices
  const web = options.web ?? publicWeb()
  const tools = builtinTools({
    locks,
    codec,
    memory,
    shells,
    askSmallModel,
    loadSkill: { skills, isTrusted, userHome: paths.userHome, runFork },
    installSkill: { installer, confirm: (previewId, options) => installs.confirm(previewId, options) },
    runAgent,
    hostOfAgent,
    board,
    web,
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
  const remoteAgents = createAppRemoteAgents({ platform, options, config, credentials, sessionsDir })
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
      remoteAgents.onEvent(event)
      runs.onEvent(event)
    },
    ...createSessionCommands({ commands, skills, isTrusted, language }),
    readResource: (projectRoot, mention, sessionDir) => mcp.attach(projectRoot, mention, sessionDir),
    ...createTurnRuntime({
      config,
      credentials,
      providers,
      prompt,
      tools,
      permissions,
      sandbox,
      mcp,
      headless: options.headless ?? false,
      remoteModel: remoteModels(remoteAgents, isTrusted),
    }),
  })
  bag.add(() => closeWork({ remoteAgents, planned, runs, sessions, shells, mcp }))
  if (!options.ephemeral && platform.host !== 'cli') bag.add(sweepLater({ storage, sessionsDir, config, worktrees, clock, log }))
  const fileIndex = createFileIndex({ env, now: clock.now })
  bag.add(() => fileIndex.close())
  const windows = createAppWindows({ storage, sessions, mcp, announce })
  runs.recover()
  planned.begin()
  const tickets = createTickets(clock)
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
    web,
    commands,
    prompt,
    isTrusted,
    memory,
    mcp,
    skills,
    ...agentServices,
    remoteAgents,
    hooks,
    installer,
    installs,
    skillRegistries,
    fileIndex,
    windows,
    tickets,
    sessionsDir,
    hasHome: platform.host !== 'cli' && options.home !== false,
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

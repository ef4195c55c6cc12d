import { join, relative } from 'node:path'
import { createEmitter } from '../base/emitter.ts'
import { createFileLocks } from '../platform/file-lock.ts'
import type { Platform } from '../platform/platform.ts'
import type { TrustRecord, TrustRepository } from '../storage/types.ts'
import { AppError } from '../contract/errors.ts'
import { answerKey, writeLocalSettings } from './answered-rules.ts'
import { addRule, dropRule } from './edit-rules.ts'
import { readBudget } from './budget.ts'
import { changeProvider, dropProvider, editYaml, orderProviders, putProvider } from './edit.ts'
import { strictestHooks } from './hook-settings.ts'
import { createFileCache, type CurrentFile } from './file-cache.ts'
import { effectiveMcp, entryIn, type PluginServers } from './mcp.ts'
import { limitServers } from './mcp-limits.ts'
import { addServer, changeServer, editServer, entryProblem } from './edit-mcp.ts'
import { addRegistry, removeRegistry } from './edit-registries.ts'
import { switchTool } from './switch-mcp-tool.ts'
import { addFolder, dropFolder } from './edit-folders.ts'
import { addableFolder, folderKey, readExtraFolders } from './extra-folders.ts'
import { type ProviderLayer, readProviderLayer } from './provider-layer.ts'
import { managedProvider, managedServers, readPolicy } from './policy/index.ts'
import { effectiveProviders } from './providers.ts'
import { strictestSandbox } from './sandbox-level.ts'
import { effectiveSettings } from './settings-layers.ts'
import { gitDefinition } from './trust/git-config.ts'
import { createTrustJudge, type Definition, type TrustJudge } from './trust/judge.ts'
import { setSwitch, switchesIn } from './switches.ts'
import type { Config, EffectiveConfig, McpServerConfig, ProviderConfig, SwitchedOff } from './types.ts'
import { watchFiles } from './watch.ts'

export interface ConfigDeps {
  platform: Pick<Platform, 'env' | 'log' | 'loginShell' | 'paths'>
  /** What was said of project folders. */
  trust: Pick<TrustRepository, 'get' | 'keep'>
  /** Every folder counts as trusted. */
  trustProjects: boolean
  /** What a project's other files would run, found by whoever runs it. */
  projectDefinitions(projectRoot: string): Promise<readonly Definition[]>
  /** MCP servers of the plugins that are switched on. */
  pluginServers?(projectRoot: string | undefined): Promise<readonly PluginServers[]>
  /** The model table's choice for a provider that names none. */
  defaultModel(protocol: ProviderConfig['protocol']): string
}

/** Configuration of the user (`MEWCODE_HOME`) and of project folders. Nothing is cached but the last good version of each file. */
export function createConfig({
  platform,
  trust,
  trustProjects,
  projectDefinitions,
  pluginServers = async () => [],
  defaultModel,
}: ConfigDeps): Config {
  const userConfig = join(platform.paths.home, 'config.yaml')
  const userSettings = join(platform.paths.home, 'settings.yaml')
  const files = createFileCache()
  const locks = createFileLocks()
  const changes = createEmitter<void>((error) => platform.log.log('error', 'config', 'a listener failed', { error: String(error) }))
  const watch = watchFiles(platform.log, () => changes.emit())

  const readAll = (paths: readonly string[]): Promise<CurrentFile[]> => Promise.all(paths.map((path) => files.read(path)))
  const judgeOf = (root: string | undefined): TrustJudge =>
    createTrustJudge({ projectRoot: root ?? '', record: root === undefined ? untold : trust.get(root), all: trustProjects })
  const readSettings = async (root: string | undefined, judge = judgeOf(root)) => {
    const project = root === undefined ? [] : settingsFiles(root)
    const [user, ...rest] = await Promise.all([files.read(userSettings), ...project.map((path) => files.read(path))])
    const answers = root === undefined ? untold.items : trust.get(root).items
    return effectiveSettings({
      user,
      project: rest,
      trust: judge,
      isAnswered: (rule) => answers.has(answerKey(rule)),
      isGiven: (folder) => answers.get(folderKey(folder))?.hash === folderKey(folder),
    })
  }
  const settingsFile = (root: string, which: 'user' | 'project' | 'local'): string => {
    const [local = '', project = ''] = settingsFiles(root)
    return { user: userSettings, local, project }[which]
  }
  return {
    async load(projectRoot) {
      // It names variables, and whoever starts a child has loaded it.
      await platform.loginShell?.ready()
      const configPaths = projectRoot === undefined ? [] : configFiles(projectRoot)
      if (projectRoot !== undefined && changes.size > 0) watch.add([...configPaths, ...settingsFiles(projectRoot)])
      const judge = judgeOf(projectRoot)
      const [policy, user, project, settings, git] = await Promise.all([
        readPolicy(platform.paths.managed),
        files.read(userConfig),
        readAll(configPaths),
        readSettings(projectRoot, judge),
        projectRoot === undefined ? undefined : gitDefinition(projectRoot),
      ])
      const providers = effectiveProviders({
        user: toLayer(user),
        project: project.map(toLayer),
        trust: judge,
        env: platform.env,
        defaultModel,
      })
      const mcp = await effectiveMcp({
        user: user.file,
        project: project.flatMap(({ file }) => file ?? []),
        plugins: await pluginServers(projectRoot),
        projectRoot,
        trust: judge,
        env: platform.env,
        providerVariables: new Set(providers.providers.flatMap(({ variables }) => variables)),
      })
      const folders = await readExtraFolders(settings.folders, platform.paths)
      const decision = projectRoot === undefined ? 'declined' : trust.get(projectRoot).decision
      const isGitSafe = git === undefined || judge.allows(git)
      const others = projectRoot === undefined ? [] : await projectDefinitions(projectRoot)
      const off = others.filter((definition) => !judge.allows(definition))
      return {
        trust: { decision, items: judge.items, git: isGitSafe && (trustProjects || decision === 'trusted') },
        providers: policy ? providers.providers.map((one) => ({ ...one, managed: managedProvider(policy, one) })) : providers.providers,
        defaultProvider: providers.defaultProvider,
        problems: [
          ...(policy?.broken ? [policy.broken] : []),
          ...providers.problems,
          ...settings.problems,
          ...mcp.problems,
          ...folders.flatMap(({ problem }) => problem ?? []),
        ],
        notices: [...off.map(untrusted), ...providers.notices, ...settings.notices, ...mcp.notices],
        extraFolders: [...new Set(folders.flatMap(({ path, problem }) => (problem ? [] : path)))],
        listedFolders: folders,
        policy,
        otel: policy?.otel ?? toLayer(user).otel,
        permissions: {
          allow: settings.permissions.allow,
          ask: [...(policy?.ask ?? []), ...settings.permissions.ask],
          deny: [...(policy?.deny ?? []), ...settings.permissions.deny],
        },
        defaultMode: policy?.forbidsBypass && settings.defaultMode === 'bypassPermissions' ? 'default' : settings.defaultMode,
        sandbox: strictestSandbox([policy?.sandbox, settings.sandbox]),
        shell: settings.shell,
        budget: readBudget(user.file),
        hooks: strictestHooks([settings.hooks, policy?.hooks]),
        a2aHosts: settings.a2aHosts,
        agents: settings.agents,
        mcpServers: limitServers(
          policy?.mcp.limits,
          limitServers(settings.mcp, policy ? managedServers(policy, mcp.servers) : mcp.servers),
        ),
      }
    },
    settings: {
      get: async () => (await readSettings(undefined)).plain,
      async set(patch) {
        await editYaml(userSettings, locks, (document) => {
          for (const [key, value] of Object.entries(patch)) {
            if (value === null) document.delete(key)
            else if (value !== undefined) document.set(key, value)
          }
        })
        return (await readSettings(undefined)).plain
      },
    },
    async switchedOff(projectRoot) {
      const [user, local] = await Promise.all(
        [userSettings, ...(projectRoot === undefined ? [] : settingsFiles(projectRoot).slice(0, 1))].map((file) => files.read(file)),
      )
      return { user: user ? switchesIn(user) : nothingOff, project: local ? switchesIn(local) : nothingOff }
    },
    setSwitch: (change, projectRoot) =>
      projectRoot === undefined
        ? setSwitch(userSettings, change, locks)
        : writeLocalSettings(projectRoot, locks, (file) => setSwitch(file, change, locks)),
    async addRule(projectRoot, { effect, rule }, to) {
      if (to === 'user') return addRule(userSettings, { effect, rule }, locks)
      await writeLocalSettings(projectRoot, locks, (file) => addRule(file, { effect, rule }, locks))
      const key = answerKey(rule)
      if (effect === 'allow') trust.keep(projectRoot, [{ key, hash: key, text: rule }])
    },
    removeRule: (projectRoot, edited, from) => dropRule(settingsFile(projectRoot, from), edited, locks),
    async addFolder(projectRoot, written, to) {
      const folder = await addableFolder(written, platform.paths)
      if (to === 'user') return addFolder(userSettings, folder, locks)
      await writeLocalSettings(projectRoot, locks, (file) => addFolder(file, folder, locks))
      trust.keep(projectRoot, [{ key: folderKey(folder), hash: folderKey(folder), text: folder }])
    },
    async removeFolder(projectRoot, folder, from) {
      await dropFolder(settingsFile(projectRoot, from), { folder, own: platform.paths }, locks)
      // The word is taken back with it: the file may come to name the folder again by another hand.
      if (from === 'local') trust.keep(projectRoot, [{ key: folderKey(folder), hash: 'taken back', text: folder }])
    },
    addRegistry: (registry) => addRegistry(userSettings, registry, locks),
    removeRegistry: (name) => removeRegistry(userSettings, name, locks),
    addProvider: ({ name, protocol, base_url = '', api_key = '', model = '' }, { makeDefault }) =>
      editYaml(userConfig, locks, (document) => {
        if (makeDefault) document.set('default_provider', name)
        const given = Object.entries({ base_url, api_key, model }).filter(([, value]) => value !== '')
        putProvider(userConfig, document, { name, protocol, ...Object.fromEntries(given) })
      }),
    updateProvider: (name, changes) =>
      editYaml(userConfig, locks, (document) => {
        if (!changeProvider(document, name, changes)) throw new AppError('provider.not_found', { params: { name } })
      }),
    reorderProviders: (names) => editYaml(userConfig, locks, (document) => orderProviders(document, names)),
    removeProvider: (name) => editYaml(userConfig, locks, (document) => dropProvider(document, name)),
    async setDefaultProvider(name, model) {
      const read = toLayer(await files.read(userConfig))
      const [found] = effectiveProviders({
        user: read,
        project: [],
        trust: judgeOf(undefined),
        env: platform.env,
        defaultModel,
      }).providers.filter((provider) => provider.source === 'environment' && provider.name === name)
      await editYaml(userConfig, locks, (document) => {
        document.set('default_provider', name)
        // One found in the environment becomes an entry: naming a default ends the search there.
        if (found)
          putProvider(userConfig, document, { name, protocol: found.protocol, api_key: found.apiKey ?? '', model: model ?? found.model })
        else if (model !== undefined) changeProvider(document, name, { model })
      })
    },
    mcpProblem: entryProblem,
    async addMcpServer(name, entry, projectRoot) {
      const file = projectRoot === undefined ? userConfig : mainFile(projectRoot)
      await editYaml(file, locks, (document) => addServer(file, document, { name, entry }))
    },
    async mcpEntry(projectRoot, name) {
      const server = ownServer(await this.load(projectRoot), name)
      return entryIn((await files.read(server.file)).file?.content, name)
    },
    async editMcpServer(projectRoot, name, changes) {
      const server = ownServer(await this.load(projectRoot), name)
      await editYaml(server.file, locks, (document) => editServer(server.file, document, { name, changes }))
    },
    async changeMcpServer(projectRoot, name, change) {
      const server = ownServer(await this.load(projectRoot), name)
      await editYaml(server.file, locks, (document) => changeServer(document, name, change))
    },
    async switchMcpTool(projectRoot, name, { tool, enabled }) {
      const before = await this.load(projectRoot)
      const server = ownServer(before, name)
      await editYaml(server.file, locks, (document) => switchTool(document, { name, tool, enabled }))
      const place = ({ key }: { key: string }): boolean => key === `${relative(projectRoot, server.file)}#mcp_servers.${name}`
      const was = before.trust.items.find(place)
      const now = (await this.load(projectRoot)).trust.items.find(place)
      // What a person switches here needs no second word of theirs, as long as the same command stands there.
      if (was?.state === 'trusted' && now?.text === was.text) trust.keep(projectRoot, [now])
    },
    onChange(listener) {
      watch.add([userConfig, userSettings])
      return changes.on(listener)
    },
    close: () => watch.close(),
  }
}

/** One whose entry a person may change. `AppError('mcp.not_found' | 'mcp.of_plugin')`. */
function ownServer({ mcpServers }: EffectiveConfig, name: string): McpServerConfig {
  const server = mcpServers.find((one) => one.name === name)
  if (!server) throw new AppError('mcp.not_found', { params: { name } })
  if (server.plugin !== undefined) throw new AppError('mcp.of_plugin', { params: { name, plugin: server.plugin } })
  return server
}

function untrusted({ file, line, at }: Definition): AppError {
  return new AppError('config.untrusted', { params: { file, line, key: at } })
}

const nothingOff: SwitchedOff = { skills: [], plugins: [] }

const untold: TrustRecord = { decision: 'none', items: new Map() }

/** Every file `load` reads, be it there or not. */
export function filesRead(home: string, projectRoot: string): string[] {
  const mine = [join(home, 'config.yaml'), join(home, 'settings.yaml')]
  return [...mine, ...configFiles(projectRoot), ...settingsFiles(projectRoot).toReversed()]
}

/** The stronger one first. */
function configFiles(root: string): string[] {
  return [mainFile(root), join(root, '.mewcode', 'config.yaml')]
}

function mainFile(root: string): string {
  return join(root, '.mewcode.yaml')
}

function settingsFiles(root: string): string[] {
  return [join(root, '.mewcode', 'settings.local.yaml'), join(root, '.mewcode', 'settings.yaml')]
}

function toLayer({ file, problem }: CurrentFile): ProviderLayer {
  const unread = problem ? [problem] : []
  if (!file) return { entries: [], defaultProvider: undefined, listed: 0, problems: unread }
  const layer = readProviderLayer(file)
  return { ...layer, problems: [...unread, ...layer.problems] }
}

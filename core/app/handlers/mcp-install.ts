import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { McpEntryForm, McpOffer } from '../../contract/mcp-install.ts'
import type { Caller } from '../../contract/method.ts'
import type { Offers } from '../../mcp/install/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import { changed, changesOf, formOf } from './mcp-entry-form.ts'

/** Loaded with the first server that is to be added: parsers of five languages are not needed to start. */
const loadInstall = () => import('../../mcp/install/index.ts')

export function mcpInstallHandlers(services: Services): RpcHandlers['mcpInstall'] {
  const { config, platform, tickets, storage, audit, announce } = services
  let offers: Promise<Offers> | undefined
  const held = (): Promise<Offers> =>
    (offers ??= loadInstall().then(({ createOffers }) => createOffers({ config, keychain: platform.keychain, clock: platform.clock })))
  const rootOf = (caller: Caller): string => projectOf(services, caller).path
  const takenIn = async (root: string): Promise<Set<string>> => new Set((await config.load(root)).mcpServers.map(({ name }) => name))
  const machineOf = (root: string) => ({ home: platform.paths.userHome, projectRoot: root, platform: process.platform, env: platform.env })

  async function offer(source: Parameters<Offers['make']>[0], caller: Caller): Promise<McpOffer> {
    return (await held()).make(source, await takenIn(rootOf(caller)))
  }

  async function ofFile({ name, bytes }: { name: string; bytes: Buffer }, caller: Caller): Promise<McpOffer> {
    const { openBundle, parseAny, readServers } = await loadInstall()
    const { home, userHome } = platform.paths
    if (isZip(bytes)) return offer(await openBundle(bytes, { name, home, userHome, platform: process.platform }), caller)
    return offer({ from: name, found: readServers(parseAny(bytes.toString('utf8'))) }, caller)
  }

  /** What was shown on the card and said yes to is what stands in the file: nobody is asked a second time. */
  async function trustAdded(root: string, names: readonly string[]): Promise<void> {
    const { decision, items } = (await config.load(root)).trust
    if (decision !== 'trusted') return
    const added = items.filter(({ key }) => names.some((name) => key.endsWith(`#mcp_servers.${name}`)))
    storage.trust.keep(root, added)
    for (const { key } of added) audit.trustChanged({ projectRoot: root, item: key, decision: 'allow' })
  }

  return {
    async readText({ text }, { caller }) {
      const { readText, createReadWords } = await loadInstall()
      return offer({ from: '', found: await readText(text, createReadWords(services.permissions.shell)) }, caller)
    },
    async readForm({ name, entry }, { caller }) {
      const { readEntry } = await loadInstall()
      const found = readEntry(name, changesOf(entry))
      return offer({ from: '', found: found ? [{ ...found, name }] : [] }, caller)
    },
    async uploadFile({ name, bytes: size }, { caller }) {
      const { bundleLimits } = await loadInstall()
      if (size > bundleLimits.fileBytes) throw new AppError('files.too_large', { params: { name, limit: '256 MB' } })
      const keep = async (bytes: Uint8Array) => ({ kind: 'mcp' as const, offer: await ofFile({ name, bytes: Buffer.from(bytes) }, caller) })
      return { path: tickets.issue({ kind: 'import', maxBytes: bundleLimits.fileBytes, keep }) }
    },
    async foreign(_, { caller }) {
      return (await loadInstall()).findForeign(machineOf(rootOf(caller)))
    },
    async readForeign({ path: file }, { caller }) {
      const { foreignFiles, readForeign } = await loadInstall()
      const machine = machineOf(rootOf(caller))
      // A window may have these files read and no other.
      if (!foreignFiles(machine).some((one) => one.path === file)) throw new AppError('mcp.nothing_to_add')
      return offer({ from: file, found: await readForeign(file, machine) }, caller)
    },
    async add(request, { caller }) {
      const root = rootOf(caller)
      const added = await (await held()).add(request, { projectRoot: root, taken: await takenIn(root) })
      if (request.target === 'project') await trustAdded(root, added)
      for (const name of added) audit.installed({ projectRoot: root, kind: 'mcp', name, action: 'install' })
      announce({ type: 'settings.changed' })
      return { added }
    },
    entry: async ({ name }, { caller }): Promise<McpEntryForm> => formOf(await config.mcpEntry(rootOf(caller), name)),
    async definition({ name }, { caller }) {
      const entry = await config.mcpEntry(rootOf(caller), name)
      return { text: platform.redactor.redactSecrets((await loadInstall()).shownEntry(name, entry)) }
    },
    async change({ name, entry }, { caller }) {
      const root = rootOf(caller)
      const { entry: changes, keys } = (await loadInstall()).keysApart(name, changesOf(entry))
      const problem = config.mcpProblem(name, changed(await config.mcpEntry(root, name), changes))
      if (problem) throw problem
      for (const [account, value] of keys) await platform.keychain.set(account, value)
      await config.editMcpServer(root, name, changes)
      announce({ type: 'settings.changed' })
      return {}
    },
  }
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
}

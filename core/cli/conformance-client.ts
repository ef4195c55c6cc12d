import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { systemClock } from '../base/clock.ts'
import { createConfig } from '../config/index.ts'
import { AppError } from '../contract/errors.ts'
import { createMcp, type Mcp } from '../mcp/index.ts'
import { createCodec } from '../media/index.ts'
import type { Keychain, LogLevel } from '../platform/index.ts'
import type { Terminal } from './command.ts'

/** What the suite hands over beside the address. */
const Context = z.looseObject({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })).optional(),
})
type Context = z.infer<typeof Context>

/** Of the document that describes us to authorization servers; the suite's own. */
const DOCUMENT = 'https://conformance-test.local/client-metadata.json'
/** Values for arguments of the suite's tools, by name. */
const ARGUMENTS: Readonly<Record<string, unknown>> = { a: 5, b: 3, region: 'us-west1' }
/** A person would give up too. */
const MAX_SIGN_INS = 3

/**
 * Uses one server as a person would: lists, signs in where it wants that, calls each tool. Everything is the product's own but
 * for the browser, the keychain and the person's answers. Rejects where the server could not be used.
 */
export async function actAsClient(url: string, { env, version, stderr }: Terminal): Promise<void> {
  const context = Context.parse(JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'))
  const base = await mkdtemp(join(tmpdir(), 'mewcode-conformance-'))
  const log = {
    log: (level: LogLevel, component: string, msg: string, fields = {}) =>
      void (level !== 'debug' && stderr.write(`${level} ${component} ${msg} ${JSON.stringify(fields)}\n`)),
  }
  await writeFile(join(base, 'config.yaml'), JSON.stringify({ mcp_servers: { judge: entryFor(url, context) } }))
  const paths = { home: base, userHome: base, temp: base, managed: join(base, 'managed.yaml'), resources: base }
  const trust = { get: () => ({ decision: 'none' as const, items: new Map() }), keep: () => undefined }
  const config = createConfig({
    platform: { env, log, paths },
    trust,
    trustProjects: false,
    projectDefinitions: async () => [],
    defaultModel: (protocol) => protocol,
  })
  const mcp = createMcp({
    config,
    codec: createCodec(),
    clock: systemClock,
    version,
    env,
    log,
    redact: (text) => text,
    confine: async (program) => program,
    folder: undefined,
    changed: () => undefined,
    pastCalls: () => [],
    home: base,
    learn: () => undefined,
    keychain: memoryKeychain(context),
    openExternal: followAsBrowser,
  })
  try {
    await use(mcp, base, context)
  } finally {
    await mcp.close()
    config.close()
    await rm(base, { recursive: true, force: true })
  }
}

function entryFor(url: string, { client_id = DOCUMENT }: Context) {
  return { type: 'http', url, oauth: { client_id } }
}

async function use(mcp: Mcp, projectRoot: string, { toolCalls }: Context): Promise<void> {
  const signedIn = withSignIns(mcp, projectRoot)
  const server = await signedIn(() => mcp.of(projectRoot).ready('judge'))
  const asker = {
    fillIn: async () => ({ action: 'accept' as const, values: {} }),
    open: async () => ({ action: 'accept' as const }),
    sample: async () => undefined,
  }
  const calls =
    toolCalls ?? server.tools.filter(({ enabled }) => enabled).map((tool) => ({ name: tool.name, arguments: givenFor(tool.inputSchema) }))
  for (const { name: tool, arguments: given } of calls) {
    const signal = AbortSignal.timeout(60_000)
    await signedIn(async () =>
      (await mcp.of(projectRoot).ready('judge')).call({ tool, arguments: given, signal, onProgress: () => undefined, asker }),
    ).catch(unlessRefused)
  }
}

/** A tool that the server does not run is the server's own affair. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'mcp.refused')) throw error
}

/** Presses the button where the server wants a sign-in. */
function withSignIns(mcp: Mcp, projectRoot: string) {
  let count = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const server = await mcp.of(projectRoot).started('judge')
        const code =
          error instanceof AppError && error.code === 'mcp.not_ready' ? server?.problem?.code : error instanceof AppError && error.code
        if ((code !== 'mcp.needs_auth' && code !== 'mcp.needs_scope') || count === MAX_SIGN_INS) throw server?.problem ?? error
        count += 1
        await mcp.signIns(projectRoot).login('judge', { scopes: undefined, signal: AbortSignal.timeout(60_000) })
      }
    }
  }
}

function givenFor(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties = {} } = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }).parse(schema)
  return Object.fromEntries(Object.keys(properties).flatMap((name) => (name in ARGUMENTS ? [[name, ARGUMENTS[name]]] : [])))
}

/** What a browser of a person who allows everything does. */
async function followAsBrowser(url: string): Promise<void> {
  const answer = await fetch(url, { redirect: 'manual' })
  const back = answer.headers.get('location')
  if (back === null) throw new Error(`no way back from ${new URL(url).origin}: HTTP ${answer.status}`)
  await fetch(back)
}

function memoryKeychain({ client_secret }: Context): Keychain {
  const values = new Map<string, string>(client_secret === undefined ? [] : [['mcp:judge:client_secret', client_secret]])
  return {
    backend: 'memory',
    problem: async () => undefined,
    get: async (account) => values.get(account),
    set: async (account, value) => void values.set(account, value),
    delete: async (account) => values.delete(account),
    list: async () => [...values.keys()],
  }
}

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ProtocolError, ProtocolErrorCode, type Client, type ClientCapabilities } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { elicit } from './elicitation.ts'
import { createLine } from './line.ts'
import { createOpenCalls, type OpenCall } from './open-calls.ts'
import { sample } from './sampling.ts'
import type { Folders } from './types.ts'

/** What servers may ask for; each is asked for by the method of its name. */
const METHODS = { 'elicitation/create': 'elicitation', 'sampling/createMessage': 'sampling', 'roots/list': 'roots' } as const
type Method = keyof typeof METHODS

/** Opened and not heard of again. */
const MAX_PAGES = 100

export interface ServerRequestsDeps {
  readonly server: string
  readonly grants: { readonly roots: boolean; readonly sampling: boolean }
  readonly folders: Folders
  /** It asked for what it was not granted. */
  readonly onRefused: () => void
  readonly note: (text: string) => void
}

/** What one connection's server asks of us. */
export interface ServerRequests {
  /** The server's name. */
  readonly server: string
  readonly capabilities: ClientCapabilities
  /** Before the client connects: some ask before they have greeted. */
  attach(client: Client): void
  during<T>(call: OpenCall, work: () => Promise<T>): Promise<T>
  /** Answers what stands in an unfinished result, key by key. `AppError('mcp.refused')` for what was not granted. */
  answer(asked: Readonly<Record<string, unknown>>, call: OpenCall): Promise<Record<string, unknown>>
  /** When the server says that the person is done in the browser. */
  completed(elicitationId: string, signal: AbortSignal): Promise<void>
}

export function createServerRequests(deps: ServerRequestsDeps): ServerRequests {
  const { server, grants, onRefused, note } = deps
  const calls = createOpenCalls()
  const line = createLine()
  const capabilities: ClientCapabilities = {
    elicitation: { form: {}, url: {} },
    ...(grants.sampling && { sampling: {} }),
    ...(grants.roots && { roots: { listChanged: true } }),
  }
  const done = new Map<string, PromiseWithResolvers<void>>()

  /** The server may be quicker than the person: what is over before it is waited for counts too. */
  function waitingFor(elicitationId: string): PromiseWithResolvers<void> {
    const waiting = done.get(elicitationId) ?? Promise.withResolvers<void>()
    done.set(elicitationId, waiting)
    const [oldest] = done.keys()
    if (done.size > MAX_PAGES && oldest !== undefined) done.delete(oldest)
    return waiting
  }

  async function listRoots() {
    const folders = await deps.folders.list()
    return { roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: path.basename(folder) })) }
  }

  function answerOne(method: Method, params: unknown, { call, signal }: { call: OpenCall | undefined; signal: AbortSignal }) {
    switch (method) {
      case 'elicitation/create':
        return elicit(params, { server, call, line, signal, note })
      case 'sampling/createMessage':
        return sample(params, { server, call, line, signal })
      case 'roots/list':
        return listRoots()
    }
  }

  return {
    server,
    capabilities,
    attach(client) {
      const asked = (method: Method, params: unknown, signal: AbortSignal) => answerOne(method, params, { call: calls.newest(), signal })
      client.setRequestHandler('elicitation/create', Params, (params, { mcpReq }) => asked('elicitation/create', params, mcpReq.signal))
      if (grants.sampling)
        client.setRequestHandler('sampling/createMessage', Params, (params, { mcpReq }) =>
          asked('sampling/createMessage', params, mcpReq.signal),
        )
      if (grants.roots) client.setRequestHandler('roots/list', Params, (params, { mcpReq }) => asked('roots/list', params, mcpReq.signal))
      client.fallbackRequestHandler = async ({ method }) => {
        if (Object.hasOwn(METHODS, method)) onRefused()
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} is not offered`)
      }
      client.setNotificationHandler('notifications/elicitation/complete', Completed, ({ elicitationId }) =>
        waitingFor(elicitationId).resolve(),
      )
    },
    during: calls.during,
    async answer(asked, call) {
      const answers = Object.entries(asked).map(async ([key, request]) => {
        const read = Embedded.safeParse(request)
        const method = read.data?.method
        const isGranted = method !== undefined && Object.hasOwn(capabilities, METHODS[method])
        if (!read.success || !isGranted) {
          onRefused()
          throw new AppError('mcp.refused', { params: { request: server, detail: 'it asked for what it was not granted' } })
        }
        return [key, await answerOne(read.data.method, read.data.params, { call, signal: call.patience.signal })]
      })
      return Object.fromEntries(await Promise.all(answers))
    },
    async completed(elicitationId, signal) {
      const waiting = waitingFor(elicitationId)
      const onAbort = (): void => waiting.reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        signal.throwIfAborted()
        await waiting.promise
      } finally {
        signal.removeEventListener('abort', onAbort)
        done.delete(elicitationId)
      }
    },
  }
}

const Params = { params: z.looseObject({}) }
const Completed = { params: z.looseObject({ elicitationId: z.string() }) }
const Embedded = z.looseObject({
  method: z.enum(['elicitation/create', 'sampling/createMessage', 'roots/list']),
  params: z.looseObject({}).optional(),
})

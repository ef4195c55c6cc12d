import { setTimeout as pause } from 'node:timers/promises'
import { isInputRequiredResult, UrlElicitationRequiredError, withInputRequired, type Client } from '@modelcontextprotocol/client'
import type { z } from 'zod'
import type { McpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { ServerChild } from './child.ts'
import { serverFailure } from './failures.ts'
import { createPatience, type Asker, type ServerRequests } from './requests/index.ts'
import { readLink } from './requests/link.ts'
import type { ConnectDeps, Progress } from './types.ts'

/** Times a server may come back with further questions before it has an answer. */
const MAX_ROUNDS = 10
/** Between two tries of an answer that only needs time. */
const PACE_MS = 250
/** Our own clock tells the server when it is over; the library's would not. */
const NEVER_MS = 2_147_000_000

/** One request to a server. */
export interface Ask<T> {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly read: z.ZodType<T>
  /** What it is called in an error. */
  readonly named: string
  readonly idleMs: number
  readonly maxMs: number
  readonly signal: AbortSignal
  /** Who answers what the server asks meanwhile; undefined: nobody is there. */
  readonly asker?: Asker | undefined
  /** Beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Undefined: no reports are asked for. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface Reach {
  readonly client: Client
  readonly requests: ServerRequests
  readonly launch: McpLaunch
  readonly deps: ConnectDeps
  readonly child: ServerChild | undefined
  /** What a tool wants repeated in headers. */
  readonly headersFor: (tool: string, given: Readonly<Record<string, unknown>>) => Record<string, string>
}

/**
 * Asks a server and answers what it asks back. An abort and a time limit tell the server so; the connection stays.
 * `AppError('mcp.refused' | 'mcp.no_answer' | 'mcp.exited' | 'mcp.unreachable')`; rejects with the signal's reason after an abort.
 */
export async function ask<T>(reach: Reach, request: Ask<T>): Promise<T> {
  const { launch, deps, child } = reach
  const { idleMs, maxMs, signal, named } = request
  const patience = createPatience({ idleMs, maxMs, signal })
  try {
    return await reach.requests.during({ asker: request.asker, patience }, () => inRounds(reach, { ...request, patience }))
  } catch (error) {
    signal.throwIfAborted()
    if (patience.over) {
      const seconds = (patience.over === 'max' ? maxMs : idleMs) / 1_000
      throw new AppError('mcp.no_answer', { params: { request: named, seconds, detail: '' }, cause: error })
    }
    const exit = await child?.exitedBy(0)
    if (exit) throw exit
    const url = launch.type === 'stdio' ? undefined : launch.url
    throw serverFailure(error, { request: named, timeoutMs: idleMs, url, tail: '', redact: deps.redact })
  } finally {
    patience.end()
  }
}

type Timed<T> = Ask<T> & { readonly patience: ReturnType<typeof createPatience> }

/** Until the answer is whole: a server of the newer protocol asks for what it needs within an unfinished one. */
async function inRounds<T>(reach: Reach, request: Timed<T>): Promise<T> {
  const { patience, asker } = request
  let { params } = request
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const answer = await once(reach, { ...request, params })
    if (!isInputRequiredResult(answer)) return answer
    const { inputRequests = {}, requestState } = answer
    const isAsked = Object.keys(inputRequests).length > 0
    const inputResponses = isAsked ? await reach.requests.answer(inputRequests, { asker, patience }) : undefined
    if (!isAsked) await pause(PACE_MS, undefined, { signal: patience.signal })
    params = { ...request.params, ...(inputResponses && { inputResponses }), ...(requestState !== undefined && { requestState }) }
  }
  throw new AppError('mcp.refused', { params: { request: request.named, detail: `it asked for more ${MAX_ROUNDS} times` } })
}

async function once<T>(reach: Reach, request: Timed<T>) {
  try {
    return await send(reach, request)
  } catch (error) {
    if (!(error instanceof UrlElicitationRequiredError) || !(await isOpened(reach, request, error))) throw error
    return send(reach, request)
  }
}

function send<T>({ client }: Reach, { method, params, read, patience, headers, onProgress }: Timed<T>) {
  return client.request({ method, params: { ...params } }, withInputRequired(read), {
    signal: patience.signal,
    timeout: NEVER_MS,
    allowInputRequired: true,
    ...(headers && { headers }),
    ...(onProgress && {
      onprogress: ({ progress, total, message = '' }: { progress: number; total?: number; message?: string }) => {
        patience.touch()
        onProgress({ text: message, progress, total })
      },
    }),
  })
}

/** The person has been sent to each address, and the server says that they are through. */
async function isOpened<T>({ requests }: Reach, { asker, patience }: Timed<T>, error: UrlElicitationRequiredError): Promise<boolean> {
  for (const { url, message, elicitationId } of error.elicitations) {
    const link = readLink(url)
    if (!link || !asker) return false
    const server = requests.server
    const { action } = await patience.pausedFor(() => asker.open({ server, message, ...link }, patience.signal))
    if (action !== 'accept') return false
    await requests.completed(elicitationId, patience.signal)
  }
  return true
}

import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { AppError } from '../../contract/errors.ts'
import type { HookSource } from '../../contract/hooks.ts'
import { contactingFor } from '../../platform/index.ts'
import { guardedLookup, ToolFailure } from '../../tools/index.ts'
import type { HookAction, HookFields } from '../types.ts'
import { readDecision } from './decision.ts'
import { createOutputReader } from './output.ts'
import { fillTemplate } from './template.ts'
import { failed, type RawRun, type RunDeps } from './types.ts'

type HttpAction = Extract<HookAction, { type: 'http' }>

interface HttpRun {
  readonly payload: HookFields
  /** The payload as one JSON line. */
  readonly line: string
  /** Who wrote the rule: what a project wrote reaches public addresses only. */
  readonly source: HookSource
  /** Somebody waits for its word: an answer without one is a failure. */
  readonly isAsked: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Sends the payload and reads the answer. Redirects are not followed: nobody wrote that address. */
export async function runHttp(action: HttpAction, run: HttpRun, deps: RunDeps): Promise<RawRun> {
  const limit = AbortSignal.timeout(Math.ceil(run.timeoutMs))
  const signal = AbortSignal.any([run.signal, limit])
  try {
    const headers = headersOf(action, deps)
    const answer = await contactingFor('hook', () => send(action, { ...run, headers, signal }, deps))
    const body = createOutputReader()
    for await (const chunk of answer) if (Buffer.isBuffer(chunk)) body.add(chunk)
    return judge({ status: answer.statusCode ?? 0, body: body.text(), bytes: body.bytes }, run.isAsked)
  } catch (error) {
    if (error instanceof AppError) return { ...failed(''), failure: { error } }
    if (run.signal.aborted) return failed('it was stopped with the turn')
    if (limit.aborted) return failed(`it took longer than ${run.timeoutMs / 1_000} s`)
    if (error instanceof ToolFailure) return failed(error.message)
    return failed(`${new URL(action.url).host} did not answer (${codeOf(error)})`)
  }
}

/** `${NAME}` only where the rule lists it, and never one that holds a key. */
function headersOf({ headers, allowedEnv, body }: HttpAction, { env, isSecretVariable }: RunDeps): Record<string, string> {
  const fill = (text: string): string =>
    text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (whole, variable: string) => {
      if (!allowedEnv.includes(variable)) return whole
      if (isSecretVariable(variable)) throw new AppError('hook.secret_header', { params: { variable } })
      return env[variable] ?? ''
    })
  const filled = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, fill(text)]))
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  return hasType && body !== '' ? filled : { ...(!hasType && { 'Content-Type': 'application/json' }), ...filled }
}

async function send(
  action: HttpAction,
  { payload, line, source, headers, signal }: HttpRun & { headers: Readonly<Record<string, string>> },
  { web, allowedHosts }: RunDeps,
): Promise<IncomingMessage> {
  const url = new URL(action.url)
  const isFree = source !== 'project' || allowedHosts.includes(url.hostname)
  const lookup = await guardedLookup(url, isFree ? { ...web, isAllowed: () => true } : web, signal)
  const body = action.body === '' ? line : fillTemplate(action.body, payload)
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = start(url, {
      method: action.method,
      agent: false,
      lookup,
      signal,
      headers: { 'User-Agent': 'MewCode (hook)', ...headers, 'Content-Length': Buffer.byteLength(body) },
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
}

function judge({ status, body, bytes }: { status: number; body: string; bytes: number }, isAsked: boolean): RawRun {
  const base = { isLaunch: false, exitCode: null, reason: '', isPlain: false, stdout: body, stderr: '', stdoutBytes: bytes, stderrBytes: 0 }
  // What stands in the way of a service must not stand in the way of work.
  if (status < 200 || status > 299)
    return { ...base, failure: { detail: `it answered with status ${status}` }, saysNo: false, decision: undefined }
  const read = readDecision(body)
  if (read.kind === 'decision') {
    const { decision } = read
    return { ...base, failure: undefined, saysNo: decision.word === 'deny', reason: decision.reason, decision }
  }
  const trouble = read.kind === 'wrong' ? read.detail : !isAsked || isObject(body) ? undefined : 'its answer is no JSON'
  return { ...base, failure: trouble === undefined ? undefined : { detail: trouble }, saysNo: false, decision: undefined }
}

function isObject(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return error instanceof Error ? error.message : String(error)
}

import { StringDecoder } from 'node:string_decoder'
import { AppError, wireError } from '../../contract/errors.ts'
import { childEnvironment, ripgrepPath, runProcess } from '../../platform/index.ts'
import { limits } from '../limits.ts'
import { ToolFailure, type ToolContext } from '../types.ts'

export interface Search {
  /** After `--no-config`; the scope comes last, behind `--`. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly separator: '\n' | '\0'
  /** One record without its separator. `enough` ends the search at once. */
  onRecord(record: string): 'more' | 'enough'
}

export interface SearchEnd {
  readonly ending: 'finished' | 'full' | 'timed_out'
  /** What ripgrep complained about: a bad pattern, or files it could not read. */
  readonly complaints: string
}

const COMPLAINT_CHARS = 2_000
/** Longer records come only from names or lines that are no use to anyone. */
const RECORD_CHARS = 1 << 20

/** Runs the bundled ripgrep, its input closed and nobody's configuration read. Rejects with the signal's reason when aborted. */
export async function runRipgrep({ args, cwd, separator, onRecord }: Search, context: ToolContext): Promise<SearchEnd> {
  const full = new AbortController()
  const decoder = new StringDecoder('utf8')
  let pending = ''
  let complaints = ''

  const take = (text: string): void => {
    const records = (pending + text).split(separator)
    pending = (records.pop() ?? '').slice(0, RECORD_CHARS)
    for (const record of records) {
      if (full.signal.aborted) return
      if (onRecord(record) === 'enough') full.abort()
    }
  }

  const outcome = await runProcess(
    {
      command: await findRipgrep(),
      args: ['--no-config', '--no-require-git', '--color=never', ...args],
      cwd,
      env: childEnvironment(context),
      onOutput(stream, chunk) {
        if (stream === 'stdout') take(decoder.write(chunk))
        else if (complaints.length < COMPLAINT_CHARS) complaints += chunk.toString('utf8')
      },
    },
    { timeoutMs: limits.search.timeoutMs, signal: AbortSignal.any([context.signal, full.signal]) },
  )
  context.signal.throwIfAborted()
  if (full.signal.aborted) return { ending: 'full', complaints: '' }
  if (pending !== '') onRecord(pending)
  // 1 is "nothing found"; 2 is an error, with or without hits before it.
  const words = outcome.code === 2 ? complaints.trim().slice(0, COMPLAINT_CHARS) : ''
  return { ending: outcome.ending === 'timed_out' ? 'timed_out' : 'finished', complaints: words }
}

async function findRipgrep(): Promise<string> {
  try {
    return await ripgrepPath()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, fix } = wireError(error.code, error.params)
    throw new ToolFailure(`${message} ${fix}`)
  }
}

import { errorText } from '../../contract/error-texts.ts'
import type { SessionEvent, SessionEventOf } from '../../contract/events.ts'
import type { Terminal } from '../command.ts'
import { isReaderGone, write } from '../output.ts'
import { describeError } from '../report.ts'

export interface Printer {
  event(event: SessionEvent): void
  /** Prints what belongs at the end; settles when all before it is written too. */
  finish(ended: SessionEventOf<'turn.finished'>): Promise<void>
  /** Told once when the output goes nowhere any more. */
  onLost(listener: () => void): void
  /** Everything is written, or goes nowhere. */
  flushed(): Promise<void>
  /** Why the output could not be written; undefined when it could, and when its reader went away. */
  failure(): Error | undefined
}

/** Puts a turn on stdout: the answer, one object, or every event a line in order. Notices that matter, and calls that permission refused, go to stderr. */
export function createPrinter(format: 'text' | 'json' | 'stream-json', terminal: Terminal): Printer {
  let chain = Promise.resolve()
  let isLost = false
  let lost: () => void = () => undefined
  let failure: Error | undefined
  let started: SessionEventOf<'session.started'> | undefined

  const print = (text: string): Promise<void> => {
    chain = chain.then(async () => {
      if (isLost) return
      try {
        await write(terminal.stdout, text)
      } catch (error) {
        // The reader went away (`| head`): the turn ends like one that was interrupted. A full disk is a failure.
        if (!isReaderGone(error)) failure = error instanceof Error ? error : new Error(String(error))
        isLost = true
        lost()
      }
    })
    return chain
  }

  return {
    event(event) {
      if (event.type === 'session.started') started = event
      if (format === 'stream-json') void print(`${JSON.stringify(event)}\n`)
      else if (event.type === 'notice' && event.level !== 'info') terminal.stderr.write(describeNotice(event, terminal))
      else if (event.type === 'tool.finished' && event.meta.denied) terminal.stderr.write(describeRefusal(event, terminal))
    },
    finish(ended) {
      if (format === 'text') return print(ended.text === '' ? '' : `${ended.text.replace(/\n$/, '')}\n`)
      if (format === 'json') return print(`${JSON.stringify(summary(ended, started), undefined, 2)}\n`)
      return chain
    },
    onLost(listener) {
      lost = listener
      if (isLost) listener()
    },
    flushed: () => chain,
    failure: () => failure,
  }
}

function summary(
  { sessionId, turnId, stopReason, text, usage, durationMs, error }: SessionEventOf<'turn.finished'>,
  started: SessionEventOf<'session.started'> | undefined,
) {
  const { projectRoot, provider, model, mode } = started ?? {}
  return { sessionId, turnId, projectRoot, provider, model, mode, stopReason, text, usage, durationMs, ...(error && { error }) }
}

function describeNotice({ code, message, params }: SessionEventOf<'notice'>, { language }: Terminal): string {
  return describeError({ code, message, fix: '', params }, language)
}

/** Without a window the person reads nowhere else what was not done, and what would let it be. */
function describeRefusal({ name, meta: { denied } }: SessionEventOf<'tool.finished'>, { language }: Terminal): string {
  if (denied?.reasonCode === undefined) return ''
  const { layer, rule, reason: message, reasonCode, reasonParams: params = {} } = denied
  if (layer !== 'mode' || rule === undefined) return describeError({ code: reasonCode, message, fix: '', params }, language)
  const reason = errorText(reasonCode, params, language).what
  return describeError({ code: 'permission.not_run', message, fix: '', params: { tool: name, reason, rule } }, language)
}

import type { Message } from '../contract/messages.ts'
import { driving } from './lease.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

const TITLE_CHARS = 60
/** Of the prompt and of the answer: a title needs no more. */
const EXCERPT_CHARS = 2_000
const PATIENCE_MS = 30_000

/** Gives a session a better title than its prompt's first line, once, after its first turn and off anybody's way. */
export interface Titler {
  afterTurn(live: LiveSession): void
  /** Ends what is under way. */
  close(): Promise<void>
}

export function createTitler(deps: SessionDeps): Titler {
  const stop = new AbortController()
  const pending = new Set<Promise<void>>()
  return {
    afterTurn(live) {
      if (deps.headless || live.isClosed || deps.storage.checkpoints.prompts(live.id, undefined).length !== 1) return
      const made = nameSession(deps, live, AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE_MS)]))
        // One try: the first line stays, and nobody asked for more.
        .catch((error: unknown) => deps.log.log('info', 'session', 'no title made', { detail: String(error) }))
        .finally(() => pending.delete(made))
      pending.add(made)
    },
    async close() {
      stop.abort()
      await Promise.all(pending)
    },
  }
}

async function nameSession(deps: SessionDeps, live: LiveSession, signal: AbortSignal): Promise<void> {
  const before = live.record.title
  const { messages } = deps.storage.messages.page({ sessionId: live.id, before: undefined, limit: 50 })
  const answer = await deps.askForTitle(live.id, excerptOf(messages), signal)
  const title = answer === undefined ? '' : cleanTitle(deps.redact(answer))
  // A person's own title, given meanwhile, stays.
  if (title === '' || live.isClosed || live.record.title !== before) return
  driving(deps, live, () => live.change({ title }))
}

function excerptOf(messages: readonly Message[]): string {
  const prompt = messages.find((message) => message.role === 'user')?.text ?? ''
  const answers = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  const answer = answers.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  return `<prompt>\n${prompt.slice(0, EXCERPT_CHARS)}\n</prompt>\n<answer>\n${answer.slice(-EXCERPT_CHARS)}\n</answer>`
}

/** The first line without what models put around a title; empty when it is none. */
function cleanTitle(answer: string): string {
  const [first = ''] = answer.trim().split('\n', 1)
  const line = bare(bare(first).replace(/^(title|标题)\s*[:：]/i, ''))
  const letters = Array.from(line)
  return letters.length <= TITLE_CHARS
    ? line
    : `${letters
        .slice(0, TITLE_CHARS - 1)
        .join('')
        .trimEnd()}…`
}

function bare(text: string): string {
  return text.replaceAll(/^[#\s"'“”‘’「」《》*_`]+|[\s"'“”‘’「」《》*_`.。]+$/g, '')
}

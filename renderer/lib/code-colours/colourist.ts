import type { CodeToken, ColourAnswer, ColourJob } from './token.ts'

type Lines = readonly (readonly CodeToken[])[] | undefined

export interface Colourist {
  /** Undefined where it could not be read in time, or is too long to be worth it. Answers for the same code are kept. */
  colour(code: string, language: string): Promise<Lines>
}

/** Longer code stays in one colour. */
const LONGEST = 100_000
/** A grammar can meet text it never comes to an end with; its worker is given up then. How long it takes to be there does not count. */
const TIMEOUT_MS = 4000
const KEPT = 200

export function createColourist(startWorker: () => Worker, timeoutMs = TIMEOUT_MS): Colourist {
  const kept = new Map<string, Promise<Lines>>()
  let worker: Worker | undefined
  /** One at a time: so a time-out is the fault of its own text. */
  let queue: Promise<unknown> = Promise.resolve()
  let lastId = 0

  function ask(code: string, language: string): Promise<Lines> {
    const current = (worker ??= startWorker())
    const job: ColourJob = { id: (lastId += 1), code, language }
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const end = (lines: Lines): void => {
        clearTimeout(timer)
        current.removeEventListener('message', hear)
        current.removeEventListener('error', giveUp)
        resolve(lines)
      }
      const hear = ({ data }: MessageEvent<ColourAnswer>): void => {
        if (data.id !== job.id) return
        if ('lines' in data) end(data.lines)
        else timer = setTimeout(giveUp, timeoutMs)
      }
      const giveUp = (): void => {
        current.terminate()
        if (worker === current) worker = undefined
        end(undefined)
      }
      current.addEventListener('message', hear)
      current.addEventListener('error', giveUp)
      current.postMessage(job)
    })
  }

  return {
    colour(code, language) {
      if (code.length > LONGEST) return Promise.resolve(undefined)
      const key = `${language}\n${code}`
      const known = kept.get(key)
      if (known) return known
      const answer = queue.then(() => ask(code, language))
      queue = answer
      kept.set(key, answer)
      const oldest = kept.size > KEPT ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      return answer
    },
  }
}

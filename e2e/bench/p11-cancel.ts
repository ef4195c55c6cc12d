import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Bench } from './measure.ts'
import { loadSources } from './sources.ts'

const ROUNDS = 11
const STUBBORN_ROUNDS = 3
const STUBBORN = `sh -c 'trap "" TERM; echo pid=$$; while :; do sleep 0.2; done' & wait`

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** From the call that stops a turn to its answer: while the model speaks, and while a process ignores the polite signal. */
export const p11: Bench = {
  name: 'P11',
  async run() {
    const { connectCore } = await loadSources()
    const streaming: number[] = []
    const stubborn: number[] = []
    const app = await connectCore({
      script: (_body, n) =>
        n < ROUNDS ? { text: 'On and on. '.repeat(50), hang: 'stream' } : { calls: [{ name: 'bash', input: { command: STUBBORN } }] },
    })
    const cancelled = async (ready: Promise<unknown>, sessionId: string): Promise<number> => {
      await ready
      const startedAt = performance.now()
      await app.rpc.turns.cancel({ sessionId })
      return performance.now() - startedAt
    }
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const sessionId = await app.newSession('bypassPermissions')
        await app.rpc.turns.start({ sessionId, text: 'speak' })
        streaming.push(
          await cancelled(
            app.events.waitFor('text.delta', (event) => event.sessionId === sessionId),
            sessionId,
          ),
        )
      }
      for (let round = 0; round < STUBBORN_ROUNDS; round++) {
        const sessionId = await app.newSession('bypassPermissions')
        await app.rpc.turns.start({ sessionId, text: 'run' })
        const printed = app.events.waitFor('tool.progress', (event) => event.sessionId === sessionId && /pid=\d+/.test(event.text ?? ''))
        stubborn.push(await cancelled(printed, sessionId))
        const pid = Number(/pid=(\d+)/.exec((await printed).text ?? '')?.[1])
        if (isAlive(pid)) throw new Error(`process ${pid} survived the cancel`)
      }
    } finally {
      await app.close()
    }
    return [
      { bench: 'P11', what: 'cancel while the model speaks', unit: 'ms', budget: 50, samples: streaming },
      { bench: 'P11', what: 'cancel with a grandchild that ignores TERM', unit: 'ms', budget: 2500, samples: stubborn },
    ]
  },
}

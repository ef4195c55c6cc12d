import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startModelServer } from '../../core/testing/model-server/index.ts'
import { timeProcess, type Bench } from './measure.ts'

const CHILD = fileURLToPath(new URL('./p5-child.ts', import.meta.url))
const Weighed = z.object({ withSessionMiB: z.number(), slopeMiB: z.number() })
/** Each takes half a minute: a thousand turns through the whole core. */
const ROUNDS = 3

/** Memory with 10,000 messages opened, paged through and loaded whole; and what 1,000 more turns leave on the heap. */
export const p5: Bench = {
  name: 'P5',
  async run() {
    const weighed: z.infer<typeof Weighed>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const model = await startModelServer({
        protocol: 'anthropic',
        script: (body) => (lastIsResult(body) ? { text: 'It says hello.' } : { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }),
      })
      const { code, stdout, stderr } = await timeProcess(process.execPath, ['--expose-gc', CHILD, model.baseUrl])
      await model.close()
      if (code !== 0) throw new Error(`the weighed process exited with ${code}: ${stderr}`)
      weighed.push(Weighed.parse(JSON.parse(stdout)))
    }
    return [
      {
        bench: 'P5',
        what: 'memory with 10,000 messages, over none',
        unit: 'MiB',
        budget: 150,
        samples: weighed.map(({ withSessionMiB }) => withSessionMiB),
      },
      {
        bench: 'P5',
        what: 'heap left by 1,000 more turns',
        unit: 'MiB',
        budget: 10,
        samples: weighed.map(({ slopeMiB }) => slopeMiB),
      },
    ]
  },
}

function lastIsResult(body: unknown): boolean {
  const text = JSON.stringify(body)
  return text.lastIndexOf('"tool_result"') > text.lastIndexOf('Look at a.txt')
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requires } from '../testing/requires.ts'
import { allowedLines } from './cases/allowed-lines.ts'
import { askingLines } from './cases/asking-lines.ts'
import { deniedLines } from './cases/denied-lines.ts'
import { unnamed } from './cases/named.ts'
import { createRandom, randomLine } from './cases/random-lines.ts'
import { openRealBash, type RealBash } from '../testing/real-bash.ts'
import { createShellReader } from './shell/index.ts'

const RANDOM_LINES = 1_000
const shell = createShellReader()
const missing = requires('what real bash starts and writes', ['bwrap', 'bash'])
let bash: RealBash

describe.skipIf(missing.length > 0)('beside real bash', () => {
  beforeAll(() => {
    bash = openRealBash()
  })
  afterAll(() => bash.close())

  async function misses(lines: readonly string[]): Promise<readonly string[]> {
    const found: string[] = []
    const queue = [...lines]
    const work = async (): Promise<void> => {
      for (let line = queue.shift(); line !== undefined; line = queue.shift()) {
        const [read, ran] = await Promise.all([shell.read(line), bash.run(line)])
        found.push(...unnamed(read, ran).map((what) => `${JSON.stringify(line)}: ${what}`))
      }
    }
    await Promise.all([work(), work(), work(), work()])
    return found
  }

  it('sees programs start and files being written', async () => {
    const ran = await bash.run('one "a b" > out; env A=1 two | xargs three x')
    expect(ran.written).toEqual(['w/out'])
    expect(ran.started.map((words) => words.join(', ')).toSorted()).toEqual(['one, a b', 'three, x', 'two'])
  })

  it('names every program, argument and written file of the tables', { timeout: 300_000 }, async () => {
    expect(await misses([...allowedLines, ...askingLines, ...deniedLines].map(([line]) => line))).toEqual([])
  })

  it('names every program, argument and written file of random lines', { timeout: 900_000 }, async () => {
    const random = createRandom(23)
    expect(await misses(Array.from({ length: RANDOM_LINES }, () => randomLine(random)))).toEqual([])
  })
})

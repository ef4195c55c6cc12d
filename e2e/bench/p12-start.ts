import { ENTRY } from './entry.ts'
import { timeProcess, type Bench } from './measure.ts'

const ROUNDS = 15
const WARM_UP = 2

/** `mewcode --version`, whole process. */
export const p12: Bench = {
  name: 'P12',
  async run() {
    const samples: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const { code, wallMs } = await timeProcess(process.execPath, [ENTRY, '--version'])
      if (code !== 0) throw new Error(`--version exited with ${code}`)
      if (round >= 0) samples.push(wallMs)
    }
    return [{ bench: 'P12', what: '`mewcode --version`, whole process', unit: 'ms', budget: 80, samples }]
  },
}

import { seconds } from './command.ts'

export interface Step {
  name: string
  /** Answers whether it held. */
  run(): Promise<boolean>
}

/** Runs every step, also after one has failed: one run shows everything that is wrong. Answers the names of those that failed. */
export async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of steps) {
    const startedAt = performance.now()
    console.log(`\n== ${name}`)
    const held = await run().catch((error: unknown) => {
      console.error(error)
      return false
    })
    console.log(`== ${name}: ${held ? 'ok' : 'FAILED'} (${seconds(performance.now() - startedAt)})`)
    if (!held) failed.push(name)
  }
  return failed
}

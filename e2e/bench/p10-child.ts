import { loadSources } from './sources.ts'

const line = (bytes: number): string => `yes "a line of output that is neither short nor long" | head -c ${bytes}`

/** Prints how many MiB more memory 200 MB of output took at their peak than 20 MB, which grow the heap to its working size. */
const { openToolProject } = await loadSources()
const project = openToolProject()
const peakAfter = async (command: string): Promise<number> => {
  const { meta } = await project.call('bash', { command }, { progress: () => undefined })
  if (meta.exitCode !== 0) throw new Error(`${command} exited with ${meta.exitCode}`)
  return process.resourceUsage().maxRSS / 1024
}
const before = await peakAfter(line(20_000_000))
console.log((await peakAfter(line(200_000_000))) - before)
await project.close()

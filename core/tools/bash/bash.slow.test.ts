import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contentText } from '../../contract/content-text.ts'
import { openToolProject } from '../../testing/tool-project.ts'
import { limits } from '../limits.ts'

it('takes 200 MB of output in bounded memory and bounded disk', { timeout: 60_000 }, async () => {
  const project = openToolProject()
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const result = await project.call(
    'bash',
    { command: 'yes "a line of output that is neither short nor long" | head -c 200000000' },
    { progress: () => undefined },
  )
  clearInterval(watch)
  expect(result.meta.exitCode).toBe(0)
  expect(contentText(result.content).length).toBeLessThan(31_000)
  expect(statSync(result.meta.spillPath ?? '').size).toBe(limits.bash.spillBytes)
  expect(peak - before).toBeLessThan(120 << 20)
  await project.close()
})

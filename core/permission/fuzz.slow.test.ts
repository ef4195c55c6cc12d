import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLineJudge, type LineJudge } from './cases/judge.ts'
import { createRandom, randomLine } from './cases/random-lines.ts'

const LINES = 20_000
const TOGETHER = 100
let lines: LineJudge

beforeAll(() => {
  lines = openLineJudge()
})
afterAll(() => lines.close())

it('20,000 random lines are judged without a fault, each with parts that say why', { timeout: 900_000 }, async () => {
  const random = createRandom(2)
  const odd: string[] = []
  const judge = async (line: string): Promise<void> => {
    const { decision, parts } = await lines.judge(line, { allow: ['Bash(one:*)'], deny: ['Bash(rm:*)'] })
    // A part begins with its program; what a here-document holds is data.
    const programs = parts.map(({ text }) => text.replaceAll(/["'\\$]/g, ''))
    if (decision === 'allow' && programs.some((text) => /^(?:two|three|rm|git|touch|npm)\b/.test(text)))
      odd.push(`lets pass ${JSON.stringify(line)}`)
    if (decision !== 'deny' && parts.some((part) => part.decision === 'deny')) odd.push(`a part is refused in ${JSON.stringify(line)}`)
  }
  // Many at a time: judging waits for the disk more than it thinks.
  for (let count = 0; count < LINES; count += TOGETHER) {
    await Promise.all(Array.from({ length: TOGETHER }, () => judge(randomLine(random))))
  }
  expect(odd).toEqual([])
})

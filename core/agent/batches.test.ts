import { expect, it } from 'vitest'
import type { ToolCategory } from '../contract/common.ts'
import { runInBatches } from './batches.ts'
import type { ReadCall } from './calls.ts'

function calls(categories: readonly ToolCategory[]): ReadCall[] {
  return categories.map((category, index) => ({
    part: { type: 'tool_call', toolCallId: `${category}${index}`, name: category, input: {}, category, readOnly: category === 'read' },
    reading: { kind: 'invalid', text: '' },
  }))
}

/** Which calls were running whenever one started. */
async function trace(categories: readonly ToolCategory[]): Promise<{ together: number[]; results: readonly string[] }> {
  let running = 0
  const together: number[] = []
  const results = await runInBatches(calls(categories), async ({ part }) => {
    running += 1
    together.push(running)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    running -= 1
    return part.toolCallId
  })
  return { together, results }
}

it('runs neighbouring reads together, everything else alone, and answers in call order', async () => {
  const { together, results } = await trace(['read', 'none', 'write', 'read', 'exec', 'exec', 'read', 'read'])
  expect(together).toEqual([1, 2, 1, 1, 1, 1, 1, 2])
  expect(results).toEqual(['read0', 'none1', 'write2', 'read3', 'exec4', 'exec5', 'read6', 'read7'])
})

it('runs at most eight side by side', async () => {
  const { together } = await trace(Array<ToolCategory>(20).fill('read'))
  expect(Math.max(...together)).toBe(8)
})

it('starts neighbours that hand work to others together, however many, and lets what follows wait for them', async () => {
  const { together } = await trace(['read', ...Array<ToolCategory>(10).fill('delegate'), 'read', 'write'])
  expect(together).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 1])
})

import { describe, expect, it } from 'vitest'
import table from '../../resources/models.json' with { type: 'json' }
import { costUsd, defaultModel, modelFacts } from './index.ts'

const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cacheReadTokens: 2_000_000, cacheWriteTokens: 400_000 }

describe('what is known of a model', () => {
  it.each([
    ['claude-sonnet-5-5', 1_000_000, 128_000, 2],
    ['claude-sonnet-4-5-20250929', 200_000, 64_000, 3],
    ['anthropic/claude-opus-4-8[1m]', 1_000_000, 128_000, 5],
    ['GPT-5.4', 1_050_000, 128_000, 2.5],
    ['gpt-5.4-mini-2026-03-17', 400_000, 128_000, 0.75],
    ['gpt-5.1', 400_000, 128_000, 1.25],
    ['deepseek-v4-flash', 1_000_000, 384_000, 0.14],
  ])('%s', (id, contextWindow, maxOutput, input) => {
    expect(modelFacts(id)).toMatchObject({ contextWindow, maxOutput, prices: { input } })
  })

  it('is careful about an unknown one, and configuration has the last word', () => {
    expect(modelFacts('llama3:8b')).toMatchObject({
      contextWindow: 128_000,
      maxOutput: 8192,
      prices: null,
      capabilities: { isKnown: false, thinking: [], effort: [] },
    })
    expect(modelFacts('claude-sonnet-5-5', { contextWindow: 32_000, maxTokens: 4000 })).toMatchObject({
      contextWindow: 32_000,
      maxOutput: 4000,
    })
    expect(modelFacts('claude-sonnet-5-5', { contextWindow: 0, maxTokens: 0 })).toEqual(modelFacts('claude-sonnet-5-5'))
  })

  it('gives what a request cost, and null where the price is not known', () => {
    expect(costUsd(usage, modelFacts('claude-sonnet-5-5'))).toBe(2 + 1 + 0.4 + 1)
    expect(costUsd(usage, modelFacts('llama3:8b'))).toBeNull()
  })

  it('has defaults the table knows, and a source and a date for every line', () => {
    for (const protocol of ['anthropic', 'openai', 'openai-responses', 'demo'] as const)
      expect(modelFacts(defaultModel(protocol)).prices).not.toBeNull()
    for (const { match, source, date } of table.models)
      expect([match, source !== '', date]).toEqual([match, true, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)])
  })
})

import { expect, it } from 'vitest'
import type { TurnModel } from '../agent/index.ts'
import { assistant, requestWith, user } from '../llm/fixtures.ts'
import type { ModelRequest } from '../llm/types.ts'
import { createWindowState } from './window-state.ts'

function model(countTokens: (request: ModelRequest) => Promise<number | undefined>): TurnModel {
  const stream = (): never => {
    throw new Error('nobody asks for an answer here')
  }
  return {
    provider: { name: 'fake', protocol: 'anthropic', stream, countTokens },
    model: 'claude-sonnet-5-5',
    maxTokens: 1_000,
    settings: {},
    maxRetries: 0,
    contextWindow: 100_000,
    minCacheTokens: 0,
    costUsd: () => null,
    isCutOff: () => false,
  }
}
const { signal } = new AbortController()
const long = requestWith([user('word '.repeat(12_000))])

it('is nearer the truth once the vendor has counted the first request, and asks once', async () => {
  const asked: ModelRequest[] = []
  const on = model(async (request) => {
    asked.push(request)
    return 20_000
  })
  const window = createWindowState()
  const transcript = { messages: long.messages, request: { system: long.system, tools: long.tools } }
  const before = window.used(transcript, { provider: 'fake', model: on.model })
  window.calibrate(long, on, signal)
  window.calibrate(long, on, signal)
  await Promise.resolve()
  expect(asked).toEqual([long])
  expect(before).toBeLessThan(18_000)
  expect(window.used(transcript, { provider: 'fake', model: on.model })).toBeGreaterThan(18_000)
})

it('does not ask where nothing hangs on it: a short request, or one with an answer of the model', () => {
  const asked: ModelRequest[] = []
  const on = model(async (request) => void asked.push(request))
  const window = createWindowState()
  window.calibrate(requestWith([user('hi')]), on, signal)
  window.calibrate(requestWith([...long.messages, assistant('known'), user('go on')]), on, signal)
  expect(asked).toEqual([])
})

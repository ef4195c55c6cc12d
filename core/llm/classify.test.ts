import { describe, expect, it } from 'vitest'
import { classifyFailure, networkError } from './classify.ts'
import { silentOverflow } from './openai/silent-overflow.ts'

const kind = (status: number | undefined, message: string, more: Record<string, unknown> = {}) =>
  classifyFailure({ status, body: { error: { message, ...more } } }).kind

describe('a prompt that is too long', () => {
  it.each([
    ['Anthropic', 'prompt is too long: 213462 tokens > 200000 maximum'],
    ['Bedrock', 'Input is too long for requested model.'],
    ['OpenAI', 'Your input exceeds the context window of this model.'],
    ['Gemini', 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048576).'],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
    ['Groq', 'Please reduce the length of the messages or completion.'],
    ['OpenRouter', "This endpoint's maximum context length is 131072 tokens. However, you requested about 200000 tokens."],
    ['DeepSeek', "This model's maximum context length is 65536 tokens."],
    ['vLLM', "The model's context length is only 4096 tokens"],
    ['vLLM, newer', 'The input length (9000) exceeds the model context length (8192).'],
    ['Copilot', 'prompt token count of 140000 exceeds the limit of 128000'],
    ['llama.cpp', 'the request exceeds the available context size, try increasing it'],
    ['LM Studio', 'The number of tokens to keep from the initial prompt is greater than the context length.'],
    ['MiniMax', 'invalid params, context window exceeds limit'],
    ['Kimi', 'Invalid request: Your request exceeded model token limit: 262144'],
    ['Mistral', 'Prompt contains 40000 tokens and is too large for model with 32768 maximum context length'],
    ['a proxy', 'Request Entity Too Large'],
    ['others', 'context_length_exceeded'],
    ['others', 'too many tokens in the prompt'],
  ])('is seen in the words of %s: %s', (_vendor, message) => {
    expect(kind(400, message)).toBe('context_overflow')
    expect(kind(undefined, message)).toBe('context_overflow')
  })

  it('is seen by its code, by 413, and by the bare status of two vendors alone', () => {
    expect(kind(400, 'no words', { code: 'context_length_exceeded' })).toBe('context_overflow')
    expect(classifyFailure({ status: 413, body: '' }).kind).toBe('context_overflow')
    expect(classifyFailure({ status: 400, body: 'status code (no body)', host: 'api.cerebras.ai' }).kind).toBe('context_overflow')
    expect(classifyFailure({ status: 400, body: 'status code (no body)', host: 'api.mistral.ai' }).kind).toBe('context_overflow')
    expect(classifyFailure({ status: 400, body: 'status code (no body)', host: 'mistral.ai.example' }).kind).toBe('bad_request')
  })

  it.each([
    [429, 'too many tokens'],
    [429, 'Rate limit reached for gpt-5.4 on tokens per min (TPM): Limit 30000, Requested 42000. too many tokens'],
    [400, 'too many tokens: this exceeds your rate limit of 40,000 input tokens per minute'],
    [413, 'Request too large on tokens per minute (TPM): Limit 6000. Please reduce the length of the messages'],
  ])('is not a limit per minute: %i %s', (status, message) => {
    if (status === 413) expect(classifyFailure({ status: 429, body: { error: { message } } }).kind).toBe('rate_limited')
    else expect(kind(status, message)).not.toBe('context_overflow')
  })

  it.each([
    [{ promptTokens: 210_000, promptChars: 0, window: 200_000 }, true],
    [{ promptTokens: 150_000, promptChars: 600_000, window: 200_000 }, false],
    [{ promptTokens: 4096, promptChars: 200_000, window: undefined }, true],
    [{ promptTokens: 4096, promptChars: 30_000, window: undefined }, false],
    [{ promptTokens: 100, promptChars: 200_000, window: undefined }, false],
    [{ promptTokens: undefined, promptChars: 900_000, window: 10 }, false],
  ])('is seen where the server took it without a word: %j', (counted, expected) => {
    expect(silentOverflow(counted)?.kind === 'context_overflow').toBe(expected)
  })
})

it.each([
  ['Please try again in 1.5s.', 1500],
  ['try again in 300ms', 300],
  ['try again in 2m', 120_000],
  ['try later', undefined],
])('reads how long to wait from words: %s', (message, retryAfterMs) => {
  expect(classifyFailure({ status: 429, body: { error: { message } } }).retryAfterMs).toBe(retryAfterMs)
})

it.each([
  ['credit balance', 400, { message: 'Your credit balance is too low to access the Anthropic API.' }],
  ["an organisation's limit", 400, { message: 'You have reached your specified API usage limits.' }],
  ['quota', 429, { message: 'x', code: 'insufficient_quota' }],
  ['plan', 429, { message: 'x', type: 'usage_not_included' }],
  ['daily quota', 429, { message: 'x', code: 'quota_exceeded' }],
])('does not try again when money ran out: %s', (_what, status, error) => {
  expect(classifyFailure({ status, body: { error } })).toMatchObject({ kind: 'billing', retryable: false })
})

it('reads a failure of the network along its causes, and a certificate is not tried again', () => {
  const wrapped = (code: string) => new Error('sdk', { cause: Object.assign(new Error(code), { code }) })
  expect(networkError(wrapped('ECONNRESET'), 'h')).toMatchObject({ kind: 'unreachable', retryable: true, message: 'h (ECONNRESET)' })
  expect(networkError(wrapped('SELF_SIGNED_CERT_IN_CHAIN'), 'h')).toMatchObject({ kind: 'unreachable', retryable: false })
  expect(networkError(new Error('bug'), 'h')).toBeUndefined()
})

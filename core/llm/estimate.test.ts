import { describe, expect, it } from 'vitest'
import { createEstimator } from './estimate.ts'
import { assistant, call, image, pdf, requestWith, result, user } from './fixtures.ts'

const counted = (inputTokens: number) => ({ inputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 })
const error = (guess: number, truth: number): number => Math.abs(guess - truth) / truth

describe('an estimate of tokens', () => {
  it('is near for English, code and Chinese before anything was counted', () => {
    const { text } = createEstimator()
    expect(error(text('The quick brown fox jumps over the lazy dog. '.repeat(100)), 1_000)).toBeLessThan(0.25)
    expect(error(text('会话的每一个请求都是上一个请求加上末尾的新消息。'.repeat(100)), 2_200)).toBeLessThan(0.25)
  })

  it('knows images by their size and documents by their pages, not by their bytes', () => {
    const { messages } = createEstimator()
    const look = (width: number) => messages([user('x', { media: [image({ width, height: 1_000, size: 3_000_000 })] })])
    expect(error(look(1_500), 2_000)).toBeLessThan(0.05)
    expect(look(1_500) / look(750)).toBeCloseTo(2, 1)
    expect(error(messages([result('a', [pdf({ pages: 10 })])]), 20_000)).toBeLessThan(0.05)
  })

  it('comes nearer with each count, each kind on its own', () => {
    const estimator = createEstimator()
    const english = requestWith([user('word '.repeat(4_000))])
    const chinese = requestWith([user('字'.repeat(8_000))])
    const pictures = requestWith([user('x', { media: [image({ width: 1_000, height: 1_000 })] })])
    // A vendor with a fuller vocabulary, and one that bills pictures dearly.
    const truth = new Map([
      [english, 4_100],
      [chinese, 5_600],
      [pictures, 2_400],
    ])
    for (let round = 0; round < 20; round += 1) for (const [request, tokens] of truth) estimator.learn(request, counted(tokens))
    for (const [request, tokens] of truth) expect(error(estimator.request(request), tokens)).toBeLessThan(0.1)
  })

  it('is the sum of its parts', () => {
    const { messages, request } = createEstimator()
    const { system, tools } = requestWith([])
    const all = [user('go'), assistant('I look.', [call('a')]), result('a')]
    const sum = request({ system, tools }) + all.reduce((tokens, one) => tokens + messages([one]), 0)
    expect(Math.abs(request({ system, tools, messages: all }) - sum)).toBeLessThanOrEqual(all.length + 1)
  })

  it('is not led astray by a count of nothing or of something else', () => {
    const estimator = createEstimator()
    const request = requestWith([user('word '.repeat(4_000))])
    const before = estimator.request(request)
    estimator.learn(request, counted(0))
    expect(estimator.request(request)).toBe(before)
    for (let n = 0; n < 10; n += 1) estimator.learn(request, counted(1_000_000))
    expect(estimator.request(request)).toBeLessThan(before * 2.6)
  })

  it('measures a message once, however often it is sent', () => {
    const { messages } = createEstimator()
    let reads = 0
    const counted = (text: string) => ({
      ...user(text),
      get text() {
        reads += 1
        return text
      },
    })
    const all = Array.from({ length: 100 }, (_, at) => counted(`prompt ${at}`))
    messages(all)
    const afterOnce = reads
    expect(afterOnce).toBeGreaterThan(0)
    messages(all)
    expect(reads).toBe(afterOnce)
  })
})

import { expect, it } from 'vitest'
import { errorText } from '../contract/error-texts.ts'
import { ProviderError, toAppError } from './index.ts'

it('says provider trouble in both languages, with the provider and the detail', () => {
  const error = toAppError(new ProviderError('rate_limited', 'slow down', { status: 429, retryAfterMs: 2000 }), 'claude')
  expect([error.code, error.params]).toEqual([
    'provider.rate_limited',
    { provider: 'claude', detail: 'slow down', status: '429', retryAfterMs: '2000' },
  ])
  expect(errorText(error.code, error.params, 'en').what).toBe('claude gets too many requests from this account: slow down')
  expect(errorText(error.code, error.params, 'zh-CN').what).toBe('这个账户对 claude 的请求太多：slow down')
})

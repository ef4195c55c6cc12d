import { expect, it } from 'vitest'
import { AppError } from '../contract/errors.ts'
import { classifyFailure, networkError } from './classify.ts'
import { explain } from './explain.ts'

const network = (code: string) => networkError(Object.assign(new Error(code), { code }), 'api.example')
const refused = (status: number, message: string, more: Record<string, unknown> = {}) =>
  classifyFailure({ status, body: { error: { message, ...more } } })

it.each([
  ['an unknown name', network('ENOTFOUND'), 'connection', 'provider.dns'],
  ['a name server that is down', network('EAI_AGAIN'), 'connection', 'provider.dns'],
  ['a certificate of its own', network('DEPTH_ZERO_SELF_SIGNED_CERT'), 'connection', 'provider.tls'],
  ['a certificate of nobody known', network('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'connection', 'provider.tls'],
  ['no TLS at all', network('EPROTO'), 'connection', 'provider.tls'],
  ['a proxy that fails', network('ERR_PROXY_TUNNEL'), 'connection', 'provider.proxy'],
  ['a proxy that wants a password', refused(407, 'Proxy Authentication Required'), 'connection', 'provider.proxy'],
  ['nobody listening', network('ECONNREFUSED'), 'connection', 'provider.unreachable'],
  ['a wrong key', refused(401, 'invalid x-api-key'), 'access', 'provider.auth'],
  ['an empty account', refused(402, 'no credit'), 'access', 'provider.billing'],
  [
    'a country',
    refused(403, 'Country, region, or territory not supported', { code: 'unsupported_country_region_territory' }),
    'access',
    'provider.region',
  ],
  ['a model', refused(404, 'model: claude-x'), 'model', 'provider.model_not_found'],
  ['anything else', refused(500, 'oops'), 'answer', 'provider.server'],
  ['the key', new AppError('provider.key_missing'), 'key', 'provider.key_missing'],
])('explains %s', (_what, error, step, code) => {
  const explained = explain(error, 'claude')
  expect([explained.step, explained.error instanceof AppError && explained.error.code]).toEqual([step, code])
})

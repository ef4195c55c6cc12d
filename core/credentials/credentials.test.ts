import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AppError, toWireError } from '../contract/errors.ts'
import type { ProviderConfig } from '../config/types.ts'
import type { Environment, Keychain } from '../platform/platform.ts'
import { memoryKeychain } from '../testing/memory-keychain.ts'
import { createCredentials, createRedactor } from './index.ts'
import type { Credentials, Redactor } from './types.ts'

const KEY = 'sk-planted-7f3a9c'

let home: string
let now: number
let redactor: Redactor
let keychain: Keychain

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mewcode-credentials-'))
  now = 0
  redactor = createRedactor()
  keychain = memoryKeychain()
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function create(env: Environment = {}): Credentials {
  return createCredentials({ keychain, env, home, redactor, clock: { now: () => now, wait: () => Promise.resolve() } })
}

function provider(apiKey: string | undefined, changes: Partial<ProviderConfig> = {}): ProviderConfig {
  return {
    name: 'p',
    protocol: 'openai',
    baseUrl: '',
    apiKey,
    model: 'm',
    headers: {},
    query: {},
    variables: [],
    auth: undefined,
    maxTokens: undefined,
    contextWindow: undefined,
    timeouts: { connectMs: 1, firstByteMs: 1, idleMs: 1 },
    maxRetries: 0,
    settings: {},
    proxy: undefined,
    caFile: undefined,
    fallback: undefined,
    limits: { concurrency: 0, rpm: 0 },
    roles: {},
    source: 'user',
    ...changes,
  }
}

const failure = async (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    (value) => Promise.reject(new Error(`resolved with ${String(value)}`)),
    (error: AppError) => error,
  )

it('sends what the variable, the text or nothing says', async () => {
  const credentials = create({ A: KEY, B: '2' })
  expect(await credentials.resolve(provider('${A}'))).toBe(KEY)
  expect(await credentials.resolve(provider('x-${A}-${B}'))).toBe(`x-${KEY}-2`)
  expect(await credentials.resolve(provider(KEY))).toBe(KEY)
  expect(await credentials.resolve(provider('none'))).toBeUndefined()
  expect(await credentials.resolve(provider(undefined, { protocol: 'demo' }))).toBeUndefined()
  expect(await failure(credentials.resolve(provider('${NOPE}')))).toMatchObject({
    code: 'provider.key_variable',
    params: { name: 'p', variable: 'NOPE' },
  })
})

it('looks under the name of the provider, or the one that is given, and says where there is none', async () => {
  const credentials = create()
  expect(await failure(credentials.resolve(provider(undefined)))).toMatchObject({
    code: 'provider.key_missing',
    params: { account: 'provider:p', backend: 'memory' },
  })
  await credentials.set('p', ` ${KEY}\n`, 'keychain')
  expect(await create().resolve(provider(undefined))).toBe(KEY)
  expect(await create().resolve(provider('keychain:p', { name: 'other' }))).toBe(KEY)
})

it('tells state, source and the last four characters of a key, never more, and nothing of a short one', async () => {
  const credentials = create({ A: KEY, S: 'short-key' })
  await credentials.set('p', KEY, 'keychain')
  const states = await Promise.all(
    [
      provider('${A}'),
      provider('${S}'),
      provider('${NO}'),
      provider(undefined),
      provider('keychain:x'),
      provider(KEY),
      provider('none'),
      provider('command:op read'),
    ].map((each) => credentials.state(each)),
  )
  expect(states).toEqual([
    { state: 'set', source: 'environment', name: 'A', last4: '3a9c' },
    { state: 'set', source: 'environment', name: 'S', last4: '' },
    { state: 'missing', source: 'environment', name: 'NO', last4: '' },
    { state: 'set', source: 'keychain', name: 'provider:p', last4: '3a9c' },
    { state: 'missing', source: 'keychain', name: 'provider:x', last4: '' },
    { state: 'set', source: 'config', name: '', last4: '3a9c' },
    { state: 'not_needed', source: 'none', name: '', last4: '' },
    { state: 'set', source: 'command', name: 'op', last4: '' },
  ])
})

it('keeps a key for this session only, on no disk', async () => {
  const credentials = create()
  await credentials.set('p', KEY, 'session')
  expect(await credentials.resolve(provider(undefined))).toBe(KEY)
  expect(await credentials.list()).toEqual([{ account: 'provider:p', store: 'session' }])
  expect(await keychain.list()).toEqual([])
  expect(existsSync(join(home, 'secrets.yaml'))).toBe(false)
  expect((await create().state(provider(undefined))).state).toBe('missing')
})

it('keeps a key in a plain file of the owner alone when asked to, until it moves into the keychain', async () => {
  const file = join(home, 'secrets.yaml')
  await create().set('p', KEY, 'file')
  expect(readFileSync(file, 'utf8')).toBe(`provider:p: ${KEY}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await create().state(provider(undefined))).toMatchObject({ source: 'file', last4: '3a9c' })
  await create().set('p', `${KEY}-new`, 'keychain')
  expect(readFileSync(file, 'utf8')).not.toContain(KEY)
  expect(await create().list()).toEqual([{ account: 'provider:p', store: 'keychain' }])
  expect(await create().resolve(provider(undefined))).toBe(`${KEY}-new`)
})

it('refuses a plain file that others may read, and never overwrites one it cannot read', async () => {
  const file = join(home, 'secrets.yaml')
  await create().set('p', KEY, 'file')
  chmodSync(file, 0o644)
  expect((await failure(create().resolve(provider(undefined)))).code).toBe('keychain.file_open')
  chmodSync(file, 0o600)
  writeFileSync(file, `provider:p: "${KEY}\n`)
  const error = await failure(create().set('q', 'another-key', 'file'))
  expect(error.code).toBe('keychain.file_unusable')
  expect(`${error.stack} ${String(error.cause)} ${JSON.stringify(toWireError(error))}`).not.toContain(KEY)
  expect(readFileSync(file, 'utf8')).toBe(`provider:p: "${KEY}\n`)
})

it('removes a key from every place', async () => {
  await create().set('p', KEY, 'keychain')
  await create().set('p', KEY, 'file')
  expect(await create().delete('p')).toEqual({ deleted: true })
  expect(await create().list()).toEqual([])
  expect(await create().delete('p')).toEqual({ deleted: false })
})

it('goes on without a keychain: says so for a key that would be there, and uses the other places', async () => {
  keychain = memoryKeychain({ problem: 'no bus' })
  const credentials = create({ A: KEY })
  expect(await failure(credentials.resolve(provider(undefined)))).toMatchObject({
    code: 'keychain.unavailable',
    params: { detail: 'no bus' },
  })
  expect(await failure(credentials.set('p', KEY, 'keychain'))).toMatchObject({ code: 'keychain.unavailable' })
  expect(await credentials.delete('p')).toMatchObject({ deleted: false, unasked: { code: 'keychain.unavailable' } })
  expect(await credentials.state(provider(undefined))).toMatchObject({ state: 'missing', source: 'keychain' })
  expect(await credentials.resolve(provider('${A}'))).toBe(KEY)
  await credentials.set('p', KEY, 'file')
  await credentials.set('q', KEY, 'session')
  expect(await create().resolve(provider(undefined))).toBe(KEY)
  expect(await credentials.list()).toEqual([
    { account: 'provider:q', store: 'session' },
    { account: 'provider:p', store: 'file' },
  ])
  expect(await credentials.delete('p')).toMatchObject({ deleted: true, unasked: { code: 'keychain.unavailable' } })
})

it('redacts every key it hands out, and the headers that go with it', async () => {
  await create({ A: 'variable-key-1' }).resolve(provider('${A}', { headers: { 'X-Team': 'header-secret-1' } }))
  await create().set('p', 'stored-key-1', 'session')
  expect(redactor.redact('variable-key-1 header-secret-1 stored-key-1')).toBe('[redacted] [redacted] [redacted]')
})

it.each(['two words', 'line\nbreak', 'ключ', '“quoted”', ''])('refuses %j as a key without quoting it', async (value) => {
  const error = await failure(create().set('p', value, 'session'))
  expect(error.code).toBe('provider.key_malformed')
  expect(`${error.stack} ${JSON.stringify(toWireError(error))}`).not.toContain(value || 'undefined')
  expect(await failure(create({ A: `x ${value} y` }).resolve(provider('${A}')))).toMatchObject({ code: 'provider.key_malformed' })
})

it('asks a command of the user without a shell, and asks again after five minutes', async () => {
  const count = join(home, 'count')
  const script = join(home, 'my key.mjs')
  writeFileSync(
    script,
    `import fs from 'node:fs'; fs.appendFileSync(${JSON.stringify(count)}, '.'); console.log(process.argv[2] + (process.env.OPENAI_API_KEY ?? ''))`,
  )
  const credentials = create({ PATH: process.env.PATH, OPENAI_API_KEY: 'not-for-children' })
  const line = provider(`command:"${process.execPath}" '${script}' $HOME;x`)
  expect(await credentials.resolve(line)).toBe('$HOME;x')
  now = 299_999
  await credentials.resolve(line)
  expect(readFileSync(count, 'utf8')).toBe('.')
  now = 300_000
  await credentials.resolve(line)
  expect(readFileSync(count, 'utf8')).toBe('..')
})

it('runs no command for a provider that is not the user’s', async () => {
  expect(await create({ PATH: process.env.PATH }).resolve(provider(`command:touch ${home}/ran`, { source: 'project' }))).toBeUndefined()
  expect(existsSync(join(home, 'ran'))).toBe(false)
})

it('says why a command gave no key, without what it printed', async () => {
  const credentials = create({ PATH: process.env.PATH })
  const run = (script: string) => failure(credentials.resolve(provider(`command:sh -c "${script}"`)))
  const failures = [await run(`echo ${KEY}; echo ${KEY} >&2; exit 3`), await run('true')]
  expect(failures.map(({ code, params }) => [code, params.detail])).toEqual([
    ['provider.key_command', 'exit code 3'],
    ['provider.key_command', 'no output'],
  ])
  expect(`${failures[0]?.stack} ${String(failures[0]?.cause)} ${JSON.stringify(failures)}`).not.toContain(`${KEY};`)
  expect(await failure(credentials.resolve(provider('command:no-such-program-here x')))).toMatchObject({
    code: 'provider.key_command',
    params: { detail: 'ENOENT' },
  })
})

it('names every variable that any provider refers to', () => {
  mkdirSync(join(home, 'x'))
  expect(create().variables([provider('${A}', { variables: ['A', 'B'] }), provider(undefined, { variables: ['C'] })])).toEqual(
    new Set(['A', 'B', 'C']),
  )
})

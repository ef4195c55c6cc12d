import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, PLANTED_KEY, startModelServer, type ConnectedCore, type ConnectCoreOptions } from '../../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions = {}): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close({ refusals: true })
})

describe('the list of providers', () => {
  it('says where a key comes from and its last four characters, never the key', async () => {
    const app = await connect()
    const { providers } = await app.rpc.providers.list({})
    expect(providers.filter(({ name }) => name === 'fake')).toMatchObject([
      {
        name: 'fake',
        isDefault: true,
        key: { state: 'set', source: 'environment', name: 'FAKE_KEY', last4: PLANTED_KEY.slice(-4) },
        source: 'user',
      },
    ])
    expect(JSON.stringify(providers)).not.toContain(PLANTED_KEY)
  })

  it('says that a key is missing, and keeps the prompt', async () => {
    const app = await connect({ env: { FAKE_KEY: undefined } })
    const fake = (await app.rpc.providers.list({})).providers.find(({ name }) => name === 'fake')
    expect(fake).toMatchObject({ key: { state: 'missing' }, problem: { code: 'provider.key_variable' } })
    expect(await app.rpc.providers.test({ name: 'fake' })).toMatchObject({ ok: false, error: { code: 'provider.key_variable' } })
    const sessionId = await app.newSession()
    await expect(app.rpc.turns.start({ sessionId, text: 'x' })).rejects.toMatchObject({ code: 'provider.key_variable' })
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual([])
  })
})

describe('adding a provider', () => {
  it('keeps the key in the keychain and out of every file, and is used at once', async () => {
    const app = await connect()
    const server = await startModelServer({ protocol: 'openai', key: 'sk-pasted-0123456789', script: [{ text: 'OK' }, { text: 'hello' }] })
    try {
      await app.rpc.providers.add({
        name: 'mine',
        protocol: 'openai',
        baseUrl: server.baseUrl,
        model: 'local-1',
        key: 'sk-pasted-0123456789',
      })
      expect(app.appEvents).toContainEqual({ type: 'providers.changed' })
      expect(await app.platform.keychain.get('provider:mine')).toBe('sk-pasted-0123456789')
      const yaml = readFileSync(join(app.platform.paths.home, 'config.yaml'), 'utf8')
      expect(yaml).toContain('default_provider: mine')
      expect(yaml).not.toContain('sk-pasted')
      expect(await app.rpc.providers.test({ name: 'mine' })).toMatchObject({ ok: true, model: 'local-1' })
      expect(await app.run('hi')).toMatchObject({ text: 'hello' })
    } finally {
      await server.close()
    }
  })

  it('takes any name the file may hold, and says which ones it does not take', async () => {
    const app = await connect()
    const name = '我的 模型'
    await app.rpc.providers.add({ name, protocol: 'openai', key: 'sk-pasted-0123456789', makeDefault: false })
    expect((await app.rpc.providers.list({})).providers.find((provider) => provider.name === name)?.key.state).toBe('set')
    const refusals = await Promise.all(
      ['a:b', '', 'x'.repeat(65)].map((bad) => app.rpc.providers.test({ name: bad }).catch((error: unknown) => error)),
    )
    expect(refusals).toMatchObject(
      Array(3).fill({ code: 'rpc.invalid_input', params: { field: 'name', problem: '1–64 characters without `:`' } }),
    )
  })

  it('says what is wrong with a key when it is tested', async () => {
    const app = await connect({ env: { FAKE_KEY: 'sk-wrong-000000000' } })
    expect(await app.rpc.providers.test({ name: 'fake' })).toMatchObject({ ok: false, error: { code: 'provider.auth' } })
  })

  it('knows a model by its role', async () => {
    const app = await connect({ providerYaml: '    roles: { haiku: claude-haiku-5-5 }\n' })
    const made = await Promise.all(['haiku', 'opus', undefined].map((model) => app.rpc.sessions.create({ model })))
    expect(made.map(({ model }) => model)).toEqual(['claude-haiku-5-5', 'opus', 'claude-sonnet-5-5'])
    const sessionId = made[2]?.id ?? ''
    expect((await app.rpc.sessions.setModel({ sessionId, provider: 'fake', model: 'haiku' })).model).toBe('claude-haiku-5-5')
  })

  it('says how far a test came', async () => {
    const app = await connect({ script: [{ text: 'OK' }, { status: 404, body: { error: { message: 'model: claude-x' } } }] })
    const states = async () => (await app.rpc.providers.test({ name: 'fake' })).steps.map(({ state }) => state)
    expect(await states()).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    expect(await states()).toEqual(['ok', 'ok', 'ok', 'failed', 'not_tried'])
  })

  it('finds what the machine offers', async () => {
    const ollama = await startModelServer({ protocol: 'openai', script: [], ollama: ['qwen3:8b'] })
    try {
      const app = await connect({ env: { OPENAI_API_KEY: 'sk-env-0123456789ab', OLLAMA_HOST: ollama.url } })
      expect(await app.rpc.providers.detect({})).toMatchObject({
        environment: [{ variable: 'OPENAI_API_KEY', protocol: 'openai', last4: '89ab' }],
        ollama: { models: ['qwen3:8b'] },
        keychain: { available: true, backend: 'memory' },
      })
    } finally {
      await ollama.close()
    }
  })
})

describe('a stored key', () => {
  const KEY = 'sk-stored-0123456789'
  const others = ['gateway|api_key: keychain:team', 'command|api_key: command:pass show x', 'open|api_key: none', 'toy|protocol: demo']
    .map((one) => one.split('|'))
    .map(([name, line]) => `  - { name: ${name}, ${line}${line === 'protocol: demo' ? '' : ', protocol: openai'} }\n`)
    .join('')

  it('is kept only where it will be used', async () => {
    const app = await connect({ providerYaml: others })
    const refusals: unknown[] = []
    for (const provider of ['nobody', 'fake', 'command', 'open', 'toy'])
      refusals.push(await app.rpc.keys.set({ provider, value: KEY, store: 'keychain' }).catch((error: unknown) => error))
    expect(refusals).toMatchObject([
      { code: 'provider.not_found' },
      { code: 'provider.key_unused', params: { name: 'fake', setting: 'api_key: ${FAKE_KEY}' } },
      { code: 'provider.key_unused', params: { setting: 'api_key: command:…' } },
      { code: 'provider.key_unused', params: { setting: 'api_key: none' } },
      { code: 'provider.key_unused', params: { setting: 'protocol: demo' } },
    ])
    expect(await app.platform.keychain.list()).toEqual([])
    expect(await app.rpc.keys.set({ provider: 'gateway', value: KEY, store: 'keychain' })).toMatchObject({
      state: 'set',
      source: 'keychain',
    })
    expect(await app.platform.keychain.list()).toEqual(['provider:team'])
  })

  it('is deleted where the entry looks for it, and it is said when there was none', async () => {
    const app = await connect({ providerYaml: others })
    await app.rpc.keys.set({ provider: 'gateway', value: KEY, store: 'file' })
    expect(await app.rpc.keys.delete({ provider: 'gateway' })).toEqual({ deleted: true })
    expect(await app.rpc.keys.delete({ provider: 'gateway' })).toEqual({ deleted: false })
    // Left over from an entry that is gone.
    await app.platform.keychain.set('provider:gone', KEY)
    expect(await app.rpc.keys.delete({ provider: 'gone' })).toEqual({ deleted: true })
  })
})

describe('looking after providers', () => {
  const file = (app: ConnectedCore): string => readFileSync(join(app.platform.paths.home, 'config.yaml'), 'utf8')

  it('changes what is given, takes away what is emptied, and leaves comments and the rest', async () => {
    const app = await connect()
    const path = join(app.platform.paths.home, 'config.yaml')
    writeFileSync(path, `${file(app)}    # mine\n    headers: { X-Team: a }\n    fallback: old\n`)
    await app.rpc.providers.update({ name: 'fake', model: 'gpt-5.4', fallback: '', roles: { haiku: 'small-1', opus: ' ' } })
    expect((await app.rpc.providers.list({})).providers[0]).toMatchObject({
      model: 'gpt-5.4',
      fallback: '',
      roles: { haiku: 'small-1' },
      prices: { input: 2.5, output: 15 },
    })
    expect(file(app)).toContain('# mine')
    expect(file(app)).toContain('X-Team')
    expect(app.appEvents).toContainEqual({ type: 'providers.changed' })
    await app.rpc.providers.update({ name: 'fake', baseUrl: '', roles: {} })
    expect(file(app)).not.toMatch(/base_url|roles|fallback/)
    await expect(app.rpc.providers.update({ name: 'other', model: 'x' })).rejects.toMatchObject({ code: 'provider.not_found' })
  })

  it('puts entries into the order asked for; those not named come last', async () => {
    const app = await connect()
    for (const name of ['a', 'b', 'c']) await app.rpc.providers.add({ name, protocol: 'demo', makeDefault: false })
    await app.rpc.providers.reorder({ names: ['c', 'fake'] })
    const { providers } = await app.rpc.providers.list({})
    expect(providers.map(({ name }) => name)).toEqual(['c', 'fake', 'a', 'b'])
    expect(providers.map(({ prices }) => prices?.input)).toEqual([0, 2, 0, 0])
  })
})

describe('configuration', () => {
  it('that is broken is a problem with file and line, and nothing is lost by it', async () => {
    const app = await connect()
    const file = join(app.platform.paths.home, 'config.yaml')
    const sessionId = await app.newSession()
    writeFileSync(file, 'providers: [unclosed\n')
    const { problems } = await app.rpc.app.info({})
    expect(problems.some(({ message }) => message.includes('config.yaml'))).toBe(true)
    await expect(app.rpc.providers.add({ name: 'x', protocol: 'demo' })).rejects.toMatchObject({ code: 'config.invalid' })
    expect(readFileSync(file, 'utf8')).toBe('providers: [unclosed\n')
    expect((await app.rpc.sessions.open({ sessionId })).session.id).toBe(sessionId)
  })

  it('that names no provider at all says so', async () => {
    const app = await connect()
    writeFileSync(join(app.platform.paths.home, 'config.yaml'), '')
    const next = await app.restart()
    await expect(next.rpc.sessions.create({})).rejects.toMatchObject({ code: 'provider.none_configured' })
  })

  it('tells windows when a file changed on disk', async () => {
    const app = await connect()
    const file = join(app.platform.paths.home, 'config.yaml')
    const told = new Promise<void>((resolve) => app.core.onEvent((event) => event.type === 'providers.changed' && resolve()))
    writeFileSync(file, `${readFileSync(file, 'utf8')}# a comment\n`)
    await told
  })
})

it('checks the machine', async () => {
  const app = await connect()
  const checks = await app.rpc.app.doctor({})
  expect(checks.map(({ id }) => id)).toEqual(['keychain', 'shell', 'git', 'ripgrep', 'home', 'disk', 'sandbox', 'versions', 'config'])
  expect(checks.filter(({ id }) => id === 'keychain' || id === 'ripgrep' || id === 'home').map(({ state }) => state)).toEqual([
    'ok',
    'ok',
    'ok',
  ])
  expect(checks.find(({ id }) => id === 'ripgrep')?.detail).toMatch(/^\d+\.\d+\.\d+$/)
})

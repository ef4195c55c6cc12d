import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configFolders, put } from './fixtures.ts'

const { home, project, create, config, load } = configFolders()

it('writes providers without touching comments, order, line ends and other entries', async () => {
  put(home('config.yaml'), '# mine\r\nproviders:\r\n  # first\r\n  - { name: a, protocol: openai } # tail\r\nbudget: { day_usd: 1 }\r\n')
  await Promise.all([
    config().addProvider({ name: 'b', protocol: 'anthropic', api_key: '${K}' }, { makeDefault: true }),
    config().addProvider({ name: 'c', protocol: 'openai', base_url: 'http://localhost:1/v1', model: 'm' }, { makeDefault: false }),
  ])
  expect(readFileSync(home('config.yaml'), 'utf8')).toBe(
    [
      '# mine',
      'providers:',
      '  # first',
      '  - { name: a, protocol: openai } # tail',
      '  - name: b',
      '    protocol: anthropic',
      '    api_key: ${K}',
      '  - name: c',
      '    protocol: openai',
      '    base_url: http://localhost:1/v1',
      '    model: m',
      'budget: { day_usd: 1 }',
      'default_provider: b',
      '',
    ].join('\r\n'),
  )
  await config().setDefaultProvider('c', 'other')
  await config().removeProvider('b')
  expect(await load()).toMatchObject({ defaultProvider: 'c', providers: [{ name: 'a' }, { name: 'c', model: 'other' }], problems: [] })
})

it('turns a provider found in the environment into an entry when it is made the default', async () => {
  const own = create({ env: { OPENAI_API_KEY: 'x' } })
  await own.setDefaultProvider('openai', 'm')
  expect(await load(own)).toMatchObject({
    defaultProvider: 'openai',
    problems: [],
    providers: [{ model: 'm', source: 'user', apiKey: '${OPENAI_API_KEY}' }],
  })
})

it('never overwrites a file that does not parse', async () => {
  put(home('config.yaml'), 'providers: [unclosed\n')
  put(home('settings.yaml'), '"unclosed\n')
  await expect(config().addProvider({ name: 'b', protocol: 'demo' }, { makeDefault: true })).rejects.toMatchObject({
    code: 'config.invalid',
  })
  await expect(config().settings.set({ theme: 'dark' })).rejects.toMatchObject({ code: 'config.invalid' })
  expect(readFileSync(home('config.yaml'), 'utf8')).toBe('providers: [unclosed\n')
  expect(readFileSync(home('settings.yaml'), 'utf8')).toBe('"unclosed\n')
})

it('keeps settings in settings.yaml and answers defaults for what is not there', async () => {
  expect(await config().settings.get()).toEqual({ theme: 'system', defaultMode: 'default' })
  expect(await config().settings.set({ language: 'zh-CN', theme: 'dark' })).toEqual({
    language: 'zh-CN',
    theme: 'dark',
    defaultMode: 'default',
  })
  expect(await create().settings.set({ defaultMode: 'plan' })).toEqual({ language: 'zh-CN', theme: 'dark', defaultMode: 'plan' })
  expect(await config().settings.set({ language: null })).toEqual({ theme: 'dark', defaultMode: 'plan' })
  const retention = { days: 7, sessionMb: 100 }
  expect(await config().settings.set({ retention })).toEqual({ theme: 'dark', defaultMode: 'plan', retention })
  put(home('settings.yaml'), 'retention: { days: 9 }\n')
  expect((await config().settings.get()).retention).toEqual({ days: 9, sessionMb: 500 })
  expect(readFileSync(home('settings.yaml'), 'utf8')).not.toContain('language')
})

it('keeps how the window looks, its keys and what it tells, and drops what cannot be', async () => {
  const look = {
    density: 'compact' as const,
    hints: false,
    shortcuts: { sidebar: 'Mod+Shift+KeyB', board: '' },
    notifications: { sound: false },
  }
  expect(await config().settings.set(look)).toEqual({ theme: 'system', defaultMode: 'default', ...look })
  expect(await create().settings.get()).toMatchObject(look)
  put(home('settings.yaml'), 'notifications: { sound: loud }\nshortcuts: { sidebar: "Mod+" }\ndensity: compact\n')
  expect(await config().settings.get()).toEqual({ theme: 'system', defaultMode: 'default', density: 'compact' })
})

it('tells that files changed, also those that did not exist before', async () => {
  const changed = (): Promise<string> => new Promise((resolve) => config().onChange(() => resolve('changed')))
  const first = changed()
  await load()
  put(home('config.yaml'), 'providers: []\n')
  put(project('.mewcode/settings.yaml'), 'defaultMode: plan\n')
  expect(await first).toBe('changed')
  const second = changed()
  put(project('.mewcode/settings.yaml'), 'defaultMode: default\n')
  expect(await second).toBe('changed')
})

it('reports a path it cannot save to', async () => {
  writeFileSync(home(''), 'a file where the folder should be')
  await expect(config().addProvider({ name: 'b', protocol: 'demo' }, { makeDefault: true })).rejects.toMatchObject({
    code: 'config.unwritable',
  })
})

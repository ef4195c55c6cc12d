import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { HealthCheck } from '../../core/contract/app.ts'
import { SessionSummary } from '../../core/contract/events.ts'
import { KeyState, ProviderInfo } from '../../core/contract/providers.ts'
import { Row } from '../../core/contract/view.ts'
import { makeWorld, PLANTED_KEY, type World, type WorldOptions } from '../serve/world.ts'
import { filesHolding, mew, run } from './mew.ts'
import { configure } from './provider.ts'

describe('sessions', () => {
  let world: World
  let id: string
  beforeAll(async () => {
    world = await makeWorld({
      files: { 'a.txt': 'one\n``` fence\n' },
      script: [
        { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
        { calls: [{ name: 'edit_file', input: { path: 'a.txt', old_string: 'one', new_string: '一' } }] },
        { text: 'Done, **mostly**.' },
        { text: 'Again.' },
      ],
    })
    const first = await run(world, ['--mode', 'acceptEdits', 'make it Chinese 中文'])
    id = first.events[0]?.sessionId ?? ''
    await run(world, ['other wish'])
  }, 60_000)
  afterAll(() => world.close())

  it('are listed newest first, in the fields scripts rely on', async () => {
    const { code, out, err } = await mew(world, ['sessions', 'list', '--json'])
    expect([code, err]).toEqual([0, ''])
    const sessions = z.array(SessionSummary.extend({ projectRoot: z.string() })).parse(JSON.parse(out))
    const model = 'claude-sonnet-5-5'
    expect(sessions).toMatchObject([
      { title: 'other wish', projectRoot: world.project, model, messages: 2 },
      { id, title: 'make it Chinese 中文', projectRoot: world.project, model, messages: 4 },
    ])
    for (const { createdAt, updatedAt, costUsd } of sessions) expect(createdAt <= updatedAt && typeof costUsd === 'number').toBe(true)

    const text = (await mew(world, ['sessions', 'list'])).out.trimEnd().split('\n')
    expect(text).toHaveLength(2)
    expect(text[1]).toMatch(new RegExp(`^${id} .* 4 .*${model}.*make it Chinese 中文$`))
  })

  it('leave the host that was asked in the log of hosts, which can be emptied', async () => {
    const { host } = new URL(world.model.baseUrl)
    const hosts = JSON.parse((await mew(world, ['audit', 'hosts', '--json'])).out) as object[]
    expect(hosts).toMatchObject([{ host, purpose: 'model', outcome: 'answered', status: 200 }])
    expect((await mew(world, ['audit', 'hosts', '--clear'])).out).toMatch(/^\S+Z +127\.0\.0\.1:\d+ +model +\d+× +answered 200\n$/)
    expect((await mew(world, ['audit', 'hosts'])).out).toBe('')
  })

  it('are shown and exported whole, as Markdown and as JSON, without what only the model reads', async () => {
    const shown = await mew(world, ['sessions', 'show', id, '--json'])
    const whole = z.object({ session: SessionSummary, rows: z.array(Row) }).parse(JSON.parse(shown.out))
    expect(whole.rows.map(({ kind }) => kind)).toEqual(['user', 'tool', 'tool', 'text', 'ending'])
    const json = await mew(world, ['sessions', 'export', id, '--format', 'json'])
    expect(JSON.parse(json.out)).toMatchObject({ format: 'mewcode-session', session: { title: whole.session.title } })

    const { code, out: markdown, err } = await mew(world, ['sessions', 'export', id])
    expect([code, err]).toEqual([0, ''])
    expect(markdown).toMatch(/^# make it Chinese 中文\n/)
    for (const part of ['**edit_file** (done)', '-one\n+一\n', 'Done, **mostly**.']) expect(markdown).toContain(part)
    // The diff holds a fence of three; its own must be longer.
    expect(markdown).toContain('````diff')
    expect(markdown + shown.out + json.out).not.toMatch(/<(system-)?reminder|Today's date|working directory/i)

    const file = path.join(world.root, 'out 导出.md')
    expect(await mew(world, ['sessions', 'export', id, '-o', file])).toEqual({ code: 0, signal: null, out: '', err: '' })
    expect(await readFile(file, 'utf8')).toBe(markdown)
  })

  it.each([
    [['--format', 'pdf'], 'usage.bad_value'],
    [['-o', '/nonexistent/folder/file.md'], 'files.unwritable'],
  ])('are not exported with %j', async (options, code) => {
    const ended = await mew(world, ['sessions', 'export', id, ...options])
    expect([ended.code, ended.out, ended.err.split(':')[0]]).toEqual([2, '', code])
  })
})

describe('providers', { timeout: 60_000 }, () => {
  it('are listed with where their key is, and tested by the smallest request', async () => {
    const world = await openWorld({ script: [{ text: 'ok' }] })
    const list = await mew(world, ['providers', 'list', '--json'])
    const providers = z.array(ProviderInfo).parse(JSON.parse(list.out))
    const key = { state: 'set', source: 'environment', name: 'E2E_KEY', last4: PLANTED_KEY.slice(-4) }
    expect([list.code, providers]).toMatchObject([0, [{ name: 'scripted', protocol: 'anthropic', isDefault: true, source: 'user', key }]])
    expect((await mew(world, ['providers', 'list'])).out).toMatch(/^\* +scripted +anthropic .*environment E2E_KEY/)

    const tested = await mew(world, ['providers', 'test', 'scripted', '--json'])
    expect([tested.code, JSON.parse(tested.out)]).toMatchObject([0, { ok: true, model: 'claude-sonnet-5-5' }])
    expect(world.model.requests.map(({ raw }) => raw.length < 2_000)).toEqual([true])

    const wrong = await mew(world, ['providers', 'test', 'scripted'], { env: { E2E_KEY: 'sk-wrong-0123456789' } })
    expect([wrong.code, wrong.out, wrong.err.split(':')[0]]).toEqual([1, '', 'provider.auth'])
    const unknown = await mew(world, ['providers', 'test', 'nobody'])
    expect([unknown.code, unknown.out, unknown.err.split(':')[0]]).toEqual([2, '', 'provider.not_found'])
    for (const { out, err } of [list, tested, wrong]) expect(out + err).not.toMatch(new RegExp(`${PLANTED_KEY}|sk-wrong-0123456789`))
  })
})

describe('keys', { timeout: 60_000 }, () => {
  it('are set from standard input, listed without their value, used, and deleted', async () => {
    const world = await openWorld({ script: [{ text: 'the key was right' }], provider: 'none', env: noKeychain })
    await configure(world, 'anthropic')
    const list = async (): Promise<unknown> => {
      const { out } = await mew(world, ['keys', 'list', '--json'])
      return z.array(KeyState.extend({ provider: z.string() })).parse(JSON.parse(out))
    }
    expect(await list()).toMatchObject([{ provider: 'scripted', state: 'missing' }])
    const set = await mew(world, ['keys', 'set', 'scripted', '--store', 'file'], { input: `${PLANTED_KEY}\n` })
    expect([set.code, set.err]).toEqual([0, ''])
    const last4 = PLANTED_KEY.slice(-4)
    expect(await list()).toMatchObject([{ provider: 'scripted', state: 'set', source: 'file', last4 }])
    expect((await mew(world, ['keys', 'list'])).out).toContain(`…${last4}`)
    expect((await mew(world, ['run', 'hi'])).out).toBe('the key was right\n')

    // The one place it may be, and readable by the person alone.
    const holding = await filesHolding(PLANTED_KEY, world.root)
    expect(holding).toEqual([path.join(world.home, 'secrets.yaml')])
    expect((await stat(holding[0] ?? '')).mode & 0o777).toBe(0o600)
    expect((await mew(world, ['keys', 'delete', 'scripted'])).code).toBe(0)
    expect(await filesHolding(PLANTED_KEY, world.root)).toEqual([])
    expect((await mew(world, ['run', 'hi'])).code).toBe(2)
  })

  it('are not taken from the command line, nor said again when somebody tries', async () => {
    const world = await openWorld({ provider: 'none', env: noKeychain })
    for (const [argv, code] of [
      [['keys', 'set', 'scripted', PLANTED_KEY], 'usage.secret_argument'],
      [['keys', 'set', 'scripted', `--key=${PLANTED_KEY}`], 'usage.unknown_option'],
      [['keys', 'set', 'scripted'], 'usage.missing_argument'],
    ] as const) {
      const { code: exit, out, err } = await mew(world, argv, { input: '\n' })
      expect([exit, out, err.split(':')[0]]).toEqual([2, '', code])
      expect(err).not.toContain(PLANTED_KEY)
    }
    expect(await filesHolding(PLANTED_KEY, world.root)).toEqual([])
  })

  it.runIf(process.platform === 'linux')('are kept nowhere where there is no keychain, and it is said what to do', async () => {
    const world = await openWorld({ provider: 'none', env: noKeychain })
    await configure(world, 'anthropic')
    const { code, out, err } = await mew(world, ['keys', 'set', 'scripted'], { input: PLANTED_KEY })
    expect([code, out, err.split(':')[0]]).toEqual([2, '', 'keychain.unavailable'])
    expect(await filesHolding(PLANTED_KEY, world.root)).toEqual([])
  })
})

describe('config', { timeout: 60_000 }, () => {
  it('is checked, located and shown without a secret that stands in it', async () => {
    const world = await openWorld({})
    expect(await mew(world, ['config', 'check'])).toMatchObject({ code: 0, out: 'ok\n', err: '' })
    expect(JSON.parse((await mew(world, ['config', 'check', '--json'])).out)).toEqual({ problems: [], policy: null })
    const paths = JSON.parse((await mew(world, ['config', 'path', '--json'])).out)
    const config = path.join(world.home, 'config.yaml')
    expect(paths).toContainEqual({ path: config, exists: true })
    expect(paths).toContainEqual({ path: path.join(world.project, '.mewcode/config.yaml'), exists: false })

    await writeFile(config, (await readFile(config, 'utf8')).replace('${E2E_KEY}', PLANTED_KEY), { mode: 0o600 })
    const shown = await mew(world, ['config', 'show'])
    expect([shown.code, JSON.parse(shown.out)]).toMatchObject([
      0,
      { settings: { defaultMode: 'default' }, providers: [{ name: 'scripted', key: { state: 'set', source: 'config' } }] },
    ])
    const checked = await mew(world, ['config', 'check'])
    expect(checked.err).toMatch(/^config\.plain_key: .*config\.yaml/)
    const listed = await mew(world, ['providers', 'list', '--json'])
    for (const { out, err } of [shown, checked, listed]) expect(out + err).not.toContain(PLANTED_KEY)
    expect(await filesHolding(PLANTED_KEY, world.root)).toEqual([config])
  })
})

describe('doctor', { timeout: 60_000 }, () => {
  it.runIf(process.platform === 'linux')('says of each thing whether it is well, and with what is not what to do', async () => {
    const world = await openWorld({ env: noKeychain })
    const { code, out, err } = await mew(world, ['doctor', '--json'])
    const checks = z.array(HealthCheck).parse(JSON.parse(out))
    const ids = checks.map(({ id }) => id)
    expect([code, err, ids]).toEqual([0, '', [...new Set(ids)]])
    expect(ids.toSorted()).toEqual(['config', 'disk', 'git', 'home', 'keychain', 'ripgrep', 'sandbox', 'shell', 'versions'])
    expect(checks.find(({ id }) => id === 'keychain')).toMatchObject({ state: 'warn', problem: { code: 'keychain.unavailable' } })
    for (const { state, problem } of checks)
      expect(state === 'ok' ? undefined : problem?.fix).toEqual(state === 'ok' ? undefined : expect.stringMatching(/\S/))
    expect(checks.find(({ id }) => id === 'ripgrep')?.state).toBe('ok')
  })

  it('fails when something the product cannot do without is broken', async () => {
    const world = await openWorld({ config: 'broken: [\n' })
    const { code, out } = await mew(world, ['doctor'])
    expect([code, /^fail +config /m.test(out)]).toEqual([1, true])
  })
})

it('searches, exports, imports and deletes sessions from the built command line', async () => {
  const world = await openWorld({ script: [{ text: '完成 量子纠缠' }] })
  await run(world, ['修改文件'])
  const hits = JSON.parse((await mew(world, ['sessions', 'search', '子纠缠', '--json'])).out)
  expect(hits).toMatchObject([{ title: '修改文件', snippet: expect.stringContaining('量子纠缠') }])
  const file = path.join(world.root, 'conversation.jsonl')
  await mew(world, ['sessions', 'export', hits[0].id, '--format', 'jsonl', '-o', file])
  await writeFile(file, `${await readFile(file, 'utf8')}{"role":"user","con`)
  const imported = await mew(world, ['sessions', 'import', file])
  expect([imported.code, imported.err]).toEqual([0, 'Left out: torn 1\n'])
  expect((await mew(world, ['sessions', 'delete', hits[0].id])).code).toBe(0)
  const left = JSON.parse((await mew(world, ['sessions', 'list', '--json'])).out)
  expect(left).toMatchObject([{ title: '修改文件', id: imported.out.split(' ')[0] }])
})

it('knows no command that is not there yet', async () => {
  const world = await openWorld({})
  for (const command of ['plugins list', 'board']) {
    const { code, out, err } = await mew(world, command.split(' '))
    expect([command, code, out, err.split(':')[0]]).toEqual([command, 2, '', 'usage.unknown_command'])
  }
})

/** No bus, so no Secret Service. Elsewhere than on Linux the keychain stays; tests there only look. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', XDG_RUNTIME_DIR: '/nonexistent' }

async function openWorld(options: WorldOptions): Promise<World> {
  const world = await makeWorld(options)
  onTestFinished(() => world.close())
  return world
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore

const call = (name: string, input: object) => ({ calls: [{ name, input }] })

async function rows(filter: Parameters<ConnectedCore['rpc']['audit']['list']>[0] = {}) {
  return (await core.rpc.audit.list(filter)).rows
}

afterEach(() => core.close())

describe('what was done', () => {
  beforeEach(async () => {
    core = await connectCore({
      files: { 'a.txt': 'one\n', '.mewcode/settings.yaml': 'permissions:\n  deny: ["Read(secret.txt)"]\n' },
      script: [
        call('read_file', { path: 'a.txt' }),
        call('read_file', { path: 'secret.txt' }),
        call('write_file', { path: 'b.txt', content: `${PLANTED_KEY} ${'long '.repeat(100)}` }),
        call('bash', { command: `echo ${PLANTED_KEY}; exit 3` }),
        { text: 'DONE' },
      ],
    })
    await core.run('go', { mode: 'bypassPermissions' })
  })

  it('stands in one row a call: who decided, by which rule, how long, how much', async () => {
    const kept = (await rows({ kind: 'tool' })).toReversed()
    expect(
      kept.map(({ tool, decision, layer, rule, isError, errorClass, readOnly }) => ({
        tool,
        decision,
        layer,
        rule,
        isError,
        errorClass,
        readOnly,
      })),
    ).toEqual([
      { tool: 'read_file', decision: 'allow', layer: 'mode', rule: null, isError: false, errorClass: null, readOnly: true },
      { tool: 'read_file', decision: 'deny', layer: 'rule', rule: 'Read(secret.txt)', isError: true, errorClass: 'denied', readOnly: true },
      { tool: 'write_file', decision: 'allow', layer: 'mode', rule: null, isError: false, errorClass: null, readOnly: false },
      { tool: 'bash', decision: 'allow', layer: 'mode', rule: null, isError: false, errorClass: null, readOnly: false },
    ])
    expect(
      kept.every(
        ({ projectRoot, osUser, argsDigest }) => projectRoot === core.project.root && osUser !== '' && /^[0-9a-f]{64}$/.test(argsDigest),
      ),
    ).toBe(true)
    expect(kept[0]?.resultBytes).toBeGreaterThan(0)
  })

  it('holds neither long values nor keys', async () => {
    const text = JSON.stringify(await rows())
    expect(text).toContain('<524 chars>')
    expect(text).not.toContain(PLANTED_KEY)
  })

  it('is paged and filtered', async () => {
    expect((await rows({ tool: 'bash' })).map(({ tool }) => tool)).toEqual(['bash'])
    expect((await rows({ decision: 'deny' })).map(({ rule }) => rule)).toEqual(['Read(secret.txt)'])
    const first = await core.rpc.audit.list({ kind: 'tool', limit: 3 })
    const rest = await core.rpc.audit.list({ kind: 'tool', limit: 3, before: first.rows.at(-1)?.id })
    expect([first.rows.length, first.hasMore, rest.rows.length, rest.hasMore]).toEqual([3, true, 1, false])
  })

  it('is seen by a window of its own project only', async () => {
    const other = await core.openWindow({ path: core.platform.paths.temp })
    expect((await other.rpc.audit.list({})).rows).toEqual([])
    const home = await core.openWindow('home')
    expect((await home.rpc.audit.list({ kind: 'tool' })).rows).toHaveLength(4)
  })
})

it("keeps a person's answers with their words", async () => {
  core = await connectCore({ script: [call('bash', { command: 'touch x' }), { text: 'DONE' }] })
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  const { approvalId } = await core.events.waitFor('approval.requested')
  await core.rpc.approvals.answer({ approvalId, decision: 'no', reason: 'not there' })
  await core.events.waitFor('turn.finished')
  const kept = (await rows()).filter(({ kind }) => kind !== 'credential')
  expect(kept.map(({ kind, decision, layer, rule }) => ({ kind, decision, layer, rule }))).toEqual([
    { kind: 'tool', decision: 'deny', layer: 'human', rule: null },
    { kind: 'approval', decision: 'deny', layer: 'human', rule: 'not there' },
  ])
})

it('keeps what was said of a folder', async () => {
  core = await connectCore({ files: { '.mewcode/settings.yaml': 'defaultMode: plan\n' } })
  const { items } = await core.rpc.trust.show({})
  await core.rpc.trust.allow({ items: items.map(({ key, hash }) => ({ key, hash })) })
  await core.rpc.trust.revoke({})
  await core.rpc.trust.decline({})
  await core.rpc.permissions.addFolder({ path: core.platform.paths.temp, to: 'user' })
  await core.rpc.permissions.removeFolder({ path: core.platform.paths.temp, from: 'user' })
  const item = '.mewcode/settings.yaml#defaultMode'
  const folder = core.project.root
  const extra = `extra_folders ${core.platform.paths.temp}`
  expect((await rows()).map(({ kind, tool, decision, argsRedacted }) => [kind, tool, decision, JSON.parse(argsRedacted)])).toEqual([
    ['trust', extra, 'revoke', { item: extra }],
    ['trust', extra, 'allow', { item: extra }],
    ['trust', folder, 'deny', { folder, items: [item] }],
    ['trust', folder, 'revoke', { folder, items: [item] }],
    ['trust', item, 'allow', { item }],
  ])
})

import { afterEach, expect, it } from 'vitest'
import { connectHookedCore, type ConnectCoreOptions, type HookedCore, type ModelStep } from '../testing/index.ts'

let open: HookedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<HookedCore> => (open = await connectHookedCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close({ refusals: true })
})

const write = (path: string): ModelStep => ({ calls: [{ name: 'write_file', input: { path, content: 'x' } }] })

/** What differs from event to event, in a word or two; every payload is checked for what all have. */
function told(core: HookedCore): string[] {
  return core.takeEvents().map((payload) => {
    const { event, hook_event_name: name, session_id: session, cwd, project_root: root, mode, turn_id: turn } = payload
    expect([event === name, typeof session === 'string' && session.length > 10, cwd, root]).toEqual([
      true,
      true,
      core.project.root,
      core.project.root,
    ])
    expect(['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk']).toContain(mode)
    expect(typeof turn).toBe('string')
    const keys = ['source', 'reason', 'tool_name', 'trigger', 'kind', 'iter', 'stop_hook_active']
    return [event, ...keys.flatMap((key) => (payload[key] === undefined ? [] : [JSON.stringify(payload[key]).replaceAll('"', '')]))].join(
      ' ',
    )
  })
}

it('tells of a start, a turn with a tool, and the end, in this order', async () => {
  const core = await connect({ script: [write('a.txt'), { text: 'done' }] })
  await core.run('write it', { mode: 'acceptEdits' })
  const events = core.takeEvents()
  const of = (event: string) => events.find((one) => one['event'] === event)
  expect(of('UserPromptSubmit')?.['prompt']).toBe('write it')
  const call = { tool_name: 'write_file', tool_input: { path: 'a.txt', content: 'x' }, tool_use_id: 'toolu_0_0' }
  expect(of('PreToolUse')).toMatchObject(call)
  expect(of('PostToolUse')).toMatchObject({ ...call, is_error: false, duration_ms: expect.any(Number), tool_result: expect.any(String) })
  expect(of('Stop')).toMatchObject({ last_assistant_message: 'done', iter: 2, stop_hook_active: false })
  expect(new Set(events.map(({ session_id: id }) => id)).size).toBe(1)
  expect(events.map(({ event }) => event)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PreUserMessage',
    'PreToolUse',
    'PostToolUse',
    'PreUserMessage',
    'Stop',
  ])
  await core.core.close()
  expect(told(core)).toEqual(['SessionEnd exit'])
})

it('tells of a person who is asked, before and as they are, and of a call that fails', async () => {
  const core = await connect({
    script: [write('a.txt'), { calls: [{ name: 'read_file', input: { path: 'gone.txt' } }] }, { text: 'done' }],
  })
  const sessionId = await core.newSession()
  const { turnId } = await core.rpc.turns.start({ sessionId, text: 'go' })
  const { approvalId } = await core.events.waitFor('approval.requested')
  await core.rpc.approvals.answer({ approvalId, decision: 'no' })
  await core.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(told(core)).toEqual([
    'SessionStart startup',
    'UserPromptSubmit',
    'PreUserMessage 1',
    'PreToolUse write_file',
    'PermissionRequest write_file',
    'Notification approval',
    'PreUserMessage 2',
    'PreToolUse read_file',
    'PostToolUseFailure read_file',
    'PreUserMessage 3',
    'Stop 3 false',
  ])
})

const TURN = ['UserPromptSubmit', 'PreUserMessage 1', 'Stop 1 false']

/** What a turn of the session, opened first, is told as. */
async function turnIn(core: HookedCore, sessionId: string): Promise<string[]> {
  await core.rpc.sessions.open({ sessionId })
  const { turnId } = await core.rpc.turns.start({ sessionId, text: 'hello' })
  await core.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  return told(core)
}

it('tells of a conversation that is cleared', async () => {
  const core = await connect({ script: () => ({ text: 'hi' }) })
  const first = await core.newSession()
  expect(await turnIn(core, first)).toEqual(['SessionStart startup', ...TURN])
  expect(await turnIn(core, first)).toEqual(TURN)
  const cleared = await core.rpc.sessions.clear({ sessionId: first })
  expect(told(core)).toEqual(['SessionEnd clear'])
  expect(await turnIn(core, cleared.id)).toEqual(['SessionStart clear', ...TURN])
})

it('tells of a conversation that is forked, left for another and gone on with', async () => {
  const core = await connect({ script: () => ({ text: 'hi' }) })
  const first = await core.newSession()
  await turnIn(core, first)
  const { id } = (await core.rpc.sessions.fork({ sessionId: first })).session
  expect(await turnIn(core, id)).toEqual(['SessionStart fork', ...TURN])
  await core.rpc.sessions.close({ sessionId: id })
  expect(told(core)).toEqual(['SessionEnd resume'])
  expect(await turnIn(core, id)).toEqual(['SessionResume', ...TURN])
})

it('tells of a conversation that another process goes on with', async () => {
  const core = await connect({ script: () => ({ text: 'hi' }) })
  const sessionId = await core.newSession()
  await core.run('hello', { sessionId })
  await core.core.close()
  core.takeEvents()
  const next = await core.restart()
  await next.rpc.sessions.open({ sessionId })
  expect(told(core)).toEqual([])
  const { turnId } = await next.rpc.turns.start({ sessionId, text: 'again' })
  await next.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(told(core)).toEqual(['SessionResume', 'UserPromptSubmit', 'PreUserMessage 1', 'Stop 1 false'])
})

it('tells of a turn that is taken up at the call it waited with', async () => {
  const core = await connect({ script: [write('a.txt'), { text: 'done' }] })
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  const { approvalId } = await core.events.waitFor('approval.requested')
  const next = await core.restart()
  core.takeEvents()
  await next.rpc.sessions.open({ sessionId })
  await next.rpc.approvals.answer({ approvalId, decision: 'once' })
  await next.events.waitFor('turn.finished')
  // The one that died may still have been telling that it asked.
  const heard = told(core).filter((one) => one !== 'Notification approval')
  expect(heard).toEqual(['SessionResume', 'PreToolUse write_file', 'PostToolUse write_file', 'PreUserMessage 2', 'Stop 2 false'])
})

it('tells of a stream that fails, and of no stop', async () => {
  const core = await connect({ script: [{ status: 400, body: { error: { type: 'invalid_request_error', message: 'no' } } }] })
  expect((await core.run('hello')).stopReason).toBe('error')
  await core.core.close()
  expect(told(core)).toEqual([
    'SessionStart startup',
    'UserPromptSubmit',
    'PreUserMessage 1',
    'Notification stream_error',
    'SessionEnd exit',
  ])
})

it('tells of a conversation that is summed up', async () => {
  const script = (body: Readonly<Record<string, unknown>>): ModelStep =>
    body['tools'] === undefined || JSON.stringify(body['tools']) === '[]'
      ? { text: '<summary>short</summary>' }
      : { text: 'a long answer of many words. '.repeat(600) }
  const core = await connect({ providerYaml: '    context_window: 20000\n', script })
  const sessionId = await core.newSession()
  for (const text of ['one', 'two']) await core.run(text, { sessionId })
  core.takeEvents()
  await core.rpc.sessions.compact({ sessionId, focus: '' })
  const [before, after] = core.takeEvents()
  expect(before).toMatchObject({ event: 'PreCompact', trigger: 'manual', before_tokens: expect.any(Number) })
  expect(after).toMatchObject({ event: 'PostCompact', trigger: 'manual', after_tokens: expect.any(Number) })
  expect(Number(after?.['after_tokens'])).toBeLessThan(Number(after?.['before_tokens']))
})

it('tells of a stop at limits too', async () => {
  const unknown: ModelStep = { calls: [{ name: 'no_such_tool', input: {} }], unoffered: true }
  const core = await connect({ script: () => unknown })
  expect((await core.run('go')).stopReason).toBe('unknown_tools')
  expect(told(core).at(-1)).toBe('Stop 3 false')
  expect((await core.run('go', { maxTurns: 2 })).stopReason).toBe('max_turns')
  expect(told(core).at(-1)).toBe('Stop 2 false')
})

it('tells nothing of slash commands and of prompts that nobody wrote', async () => {
  const core = await connect({ files: { '.mewcode/commands/hi.md': 'Say hi.' }, script: () => ({ text: 'hi' }) })
  await core.run('/hi')
  expect(told(core)).toEqual(['SessionStart startup', 'PreUserMessage 1', 'Stop 1 false'])
})

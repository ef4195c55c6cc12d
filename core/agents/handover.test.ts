import { afterEach, expect, it } from 'vitest'
import type { SessionSummary } from '../contract/events.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { define, lastResult } from '../testing/agents.ts'

let core: ConnectedCore
afterEach(() => core.close())

const SCOUT = '---\nname: scout\ndescription: d\ntools: read_file, exit_plan\nmodel: haiku\npermissionMode: plan\n---\nYou are SCOUT.\n'
const providerYaml = '    roles: { haiku: claude-haiku-4-5 }\n'
const facts = ({ agent, model, mode }: SessionSummary) => ({ agent, model, mode })
const systemOf = (body: object): string => JSON.stringify('system' in body ? body.system : '')
const toolsOf = (body: object): string[] =>
  'tools' in body && Array.isArray(body.tools) ? body.tools.map(({ name }: { name: string }) => name) : []
/** Those of a turn; a title is asked for without tools. */
const asked = () => core.model.requests.filter(({ body }) => body['tools'] !== undefined)
/** What the person said last, when it is the newest message. */
const lastWords = (body: object): string => {
  const messages = 'messages' in body && Array.isArray(body.messages) ? body.messages : []
  return ['first', 'second', 'third', 'fourth'].find((word) => JSON.stringify(messages.at(-1)).includes(`"${word}"`)) ?? ''
}
const auditOf = async (): Promise<(string | null)[][]> =>
  (await core.rpc.audit.list({ kind: 'agent' })).rows.map(({ tool, rule, layer }) => [tool, rule, layer]).toReversed()

it('a conversation goes on under a definition: its text, tools, model and mode hold at execution, over a restart, until it returns', async () => {
  const write = { unoffered: true, newEpoch: true, calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }] }
  core = await connectCore({
    providerYaml,
    script: (body) => {
      const said = lastWords(body)
      if (lastResult(body) !== '' && said === '') return { text: 'answer' }
      return said === 'second' || said === 'fourth' ? write : { text: `answer to ${said}` }
    },
  })
  define(core, 'scout', SCOUT)
  const sessionId = await core.newSession('acceptEdits')
  const { model: own } = (await core.rpc.sessions.list({}))[0] ?? {}
  await core.run('first', { sessionId })

  expect(facts(await core.rpc.sessions.setAgent({ sessionId, agent: 'SCOUT' }))).toEqual({
    agent: 'scout',
    model: 'claude-haiku-4-5',
    mode: 'plan',
  })
  await core.run('second', { sessionId })
  const [second, third] = asked().slice(1)
  expect(second?.body['model']).toBe('claude-haiku-4-5')
  expect(systemOf(second?.body ?? {})).toMatch(/You are SCOUT\.[\s\S]*handed this conversation to you/)
  expect(toolsOf(second?.body ?? {})).toEqual(['read_file', 'load_skill', 'call_tool', 'tool_search'])
  expect(JSON.stringify(second?.body['messages'])).toContain('answer to first')
  expect(lastResult(third?.body ?? {})).toMatch(/^Denied: The agent scout may not use this tool: its definition allows/)
  expect(core.project.has('b.txt')).toBe(false)
  await expect(core.rpc.sessions.setMode({ sessionId, mode: 'acceptEdits' })).rejects.toMatchObject({ code: 'session.mode_limited' })

  expect(facts((await core.rpc.sessions.fork({ sessionId })).session)).toMatchObject({ agent: 'scout' })
  expect(facts(await core.rpc.sessions.clear({ sessionId }))).toEqual({ agent: undefined, model: own, mode: 'acceptEdits' })

  const later = await core.restart()
  expect(facts((await later.rpc.sessions.open({ sessionId })).session)).toEqual({ agent: 'scout', model: 'claude-haiku-4-5', mode: 'plan' })
  const { turnId } = await later.rpc.turns.start({ sessionId, text: 'third' })
  await later.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(systemOf(asked().at(-1)?.body ?? {})).toContain('You are SCOUT.')

  const back = facts(await later.rpc.sessions.setAgent({ sessionId, agent: null }))
  expect(back).toEqual({ agent: undefined, model: own, mode: 'acceptEdits' })
  expect(later.events.of('agent.changed')).toMatchObject([{ agent: null, was: 'scout', by: 'user' }])
  const last = await later.rpc.turns.start({ sessionId, text: 'fourth' })
  await later.events.waitFor('turn.finished', (event) => event.turnId === last.turnId)
  expect([core.project.has('b.txt'), asked().at(-1)?.body['model']]).toEqual([true, own])
  expect(systemOf(asked().at(-1)?.body ?? {})).not.toContain('SCOUT')
  // What was said to whom is told alike by the record and by events.
  const { rows } = await later.rpc.sessions.open({ sessionId })
  expect(rows.flatMap((row) => (row.kind === 'user' ? [[row.text, row.agent]] : []))).toEqual([
    ['first', undefined],
    ['second', 'scout'],
    ['third', 'scout'],
    ['fourth', undefined],
  ])
  expect(later.events.of('turn.started').map(({ prompt, agent }) => [prompt, agent])).toEqual([
    ['third', 'scout'],
    ['fourth', undefined],
  ])
  expect(await auditOf()).toEqual([
    ['scout', 'handoff', 'human'],
    ['scout', 'return', 'human'],
  ])
})

it('the model hands it over within a turn once a person allows it; agents it starts have no more rights', async () => {
  const told: string[] = []
  const call = { name: 'agent', input: { prompt: 'LOOK', description: 'look', subagent_type: 'scout', handoff: true } }
  core = await connectCore({
    providerYaml,
    script: (body, n) => {
      if (n === 0) return { calls: [call] }
      if (n === 1)
        return {
          newEpoch: true,
          unoffered: true,
          calls: [{ name: 'agent', input: { prompt: 'P', description: 'd', subagent_type: 'bold' } }],
        }
      if (n === 2) return { unoffered: true, calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }] }
      told.push(lastResult(body))
      return { text: 'done' }
    },
  })
  define(core, 'scout', SCOUT.replace('read_file', 'read_file, agent'))
  define(core, 'bold', '---\nname: bold\ndescription: d\npermissionMode: bypassPermissions\nautoApprove: true\n---\nx\n')
  const sessionId = await core.newSession('acceptEdits')
  const ended = core.run('go', { sessionId })
  const { approvalId, reasonCode } = await core.events.waitFor('approval.requested')
  expect(reasonCode).toBe('permission.asks_handover')
  await core.rpc.approvals.answer({ approvalId, decision: 'once' })
  expect(await ended).toMatchObject({ stopReason: 'end_turn', text: 'done' })
  const [first, second] = asked()
  expect([first?.body['model'] === second?.body['model'], systemOf(second?.body ?? {}).includes('You are SCOUT.')]).toEqual([false, true])
  expect(lastResult(second?.body ?? {})).toMatch(/agent scout[\s\S]*Task: LOOK/)
  expect(told[0]).toMatch(/^Denied: The agent bold may not use this tool: its definition allows/)
  expect(core.project.has('b.txt')).toBe(false)
  expect(core.events.of('agent.changed')).toMatchObject([{ agent: 'scout', was: null, by: 'agent' }])
  expect((await auditOf())[0]).toEqual(['scout', 'handoff', null])
})

it('a denied handover changes nothing', async () => {
  const call = { name: 'agent', input: { prompt: 'LOOK', description: 'look', subagent_type: 'Explore', handoff: true } }
  core = await connectCore({ script: [{ calls: [call] }, { text: 'as myself' }] })
  const sessionId = await core.newSession('acceptEdits')
  const ended = core.run('go', { sessionId })
  const { approvalId } = await core.events.waitFor('approval.requested')
  await expect(core.rpc.sessions.setAgent({ sessionId, agent: 'Plan' })).rejects.toMatchObject({ code: 'session.busy' })
  await core.rpc.approvals.answer({ approvalId, decision: 'no' })
  expect(await ended).toMatchObject({ text: 'as myself' })
  expect((await core.rpc.sessions.open({ sessionId })).session.agent).toBeUndefined()
})

it('a name nobody has is refused with the nearest, a definition nobody trusts and a broken one with the reason', async () => {
  core = await connectCore({
    files: { '.mewcode/agents/ours.md': '---\nname: ours\ndescription: d\n---\nx\n', '.mewcode/agents/bad.md': '---\nname: bad\n---\nx\n' },
  })
  const sessionId = await core.newSession()
  const refusal = (agent: string) => core.rpc.sessions.setAgent({ sessionId, agent }).catch((error: unknown) => error)
  expect(await refusal('explorer')).toMatchObject({ code: 'agent.not_found_near', params: { near: 'Explore' } })
  expect(await refusal('ours')).toMatchObject({ code: 'agent.untrusted' })
  expect(await refusal('bad')).toMatchObject({ code: 'agent.broken' })
  // Trust that is taken back takes the definition with it.
  await core.rpc.trust.allow({ items: (await core.rpc.trust.show({})).items })
  expect(await refusal('ours')).toMatchObject({ agent: 'ours' })
  await core.rpc.trust.revoke({})
  await expect(core.rpc.turns.start({ sessionId, text: 'go' })).rejects.toMatchObject({ code: 'agent.untrusted' })
})

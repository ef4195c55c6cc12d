import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})
const start = async (setup: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(setup))

const skill = (more: string) => `---\nname: make\ndescription: makes it\n${more}---\n\nMake $0.\n`
const touch = { calls: [{ name: 'bash', input: { command: 'touch made.txt' } }] }
const load = { calls: [{ name: 'load_skill', input: { name: 'make' } }] }
const at = '.mewcode/skills/make/SKILL.md'

/** How each call of `name` ended. */
const ends = (app: ConnectedCore, name: string) =>
  app.events.all.flatMap((event) => (event.type === 'tool.finished' && event.name === name ? [event.isError ? 'refused' : 'ran'] : []))

it('lets a skill of a trusted project have its tools until the turn ends, by the tool and by the slash', async () => {
  const app = await start({
    files: { [at]: skill('allowed-tools: Bash(touch *)\n') },
    options: { headless: true, trustProjects: true },
    script: [touch, load, touch, { text: 'ok' }, touch, { text: 'ok' }, touch, { text: 'ok' }, touch, { text: 'ok' }],
  })
  const sessionId = await app.newSession()
  await app.run('x', { sessionId })
  expect(ends(app, 'bash')).toEqual(['refused', 'ran'])
  await app.run('y', { sessionId })
  expect(ends(app, 'bash')).toEqual(['refused', 'ran', 'refused'])
  await app.run('/make it', { sessionId })
  expect(ends(app, 'bash').at(-1)).toBe('ran')
  await app.run('z', { sessionId })
  expect(ends(app, 'bash').at(-1)).toBe('refused')
})

it('allows nothing by a skill where nobody trusts the folder, and nothing the person or the mode forbids', async () => {
  const files = { [at]: skill('allowed-tools: Bash(touch *)\n') }
  const script = [touch, { text: 'ok' }]
  const untrusted = await start({ files, options: { headless: true }, script })
  await untrusted.run('/make it')
  expect(ends(untrusted, 'bash')).toEqual(['refused'])
  await untrusted.close()
  const forbidden = await start({
    files,
    options: { headless: true, trustProjects: true, rules: { allow: [], deny: ['Bash(touch:*)'] } },
    script,
  })
  await forbidden.run('/make it')
  expect(ends(forbidden, 'bash')).toEqual(['refused'])
  await forbidden.close()
  const planned = await start({ files, options: { headless: true, trustProjects: true }, script })
  await planned.run('/make it', { mode: 'plan' })
  expect(ends(planned, 'bash')).toEqual(['refused'])
})

it('never lets a skill allow what only a person’s own rule may: secret files', async () => {
  const app = await start({
    files: { [at]: skill('allowed-tools: Read(.env)\n'), '.env': 'KEY=1' },
    options: { headless: true, trustProjects: true },
    script: [{ calls: [{ name: 'read_file', input: { path: '.env' } }] }, { text: 'ok' }],
  })
  await app.run('/make it')
  expect(ends(app, 'read_file')).toEqual(['refused'])
})

it('refuses what a skill forbids until the turn ends, in any folder', async () => {
  const write = { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] }
  const app = await start({
    files: { [at]: skill('disallowed-tools: [Write]\n') },
    options: { headless: true },
    script: [write, { text: 'ok' }, write, { text: 'ok' }],
  })
  const sessionId = await app.newSession('acceptEdits')
  await app.run('/make it', { sessionId })
  expect(ends(app, 'write_file')).toEqual(['refused'])
  await app.run('x', { sessionId })
  expect(ends(app, 'write_file')).toEqual(['refused', 'ran'])
})

it('keeps what a loaded skill allows and forbids when a turn goes on after its process died', async () => {
  const ask = { calls: [{ name: 'bash', input: { command: 'mkdir asked' } }] }
  const write = { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] }
  const app = await start({
    files: { [at]: skill('allowed-tools: Bash(touch *)\ndisallowed-tools: [Write]\n') },
    options: { trustProjects: true },
    script: [load, ask, touch, write, { text: 'ok' }],
  })
  const sessionId = await app.newSession()
  await app.rpc.turns.start({ sessionId, text: 'x' })
  await app.events.waitFor('approval.requested')
  const next = await app.restart()
  const [asked] = (await next.rpc.sessions.open({ sessionId })).approvals
  await next.rpc.approvals.answer({ approvalId: asked?.approvalId ?? '', decision: 'once' })
  await next.events.waitFor('turn.finished')
  const after = next.events.all.flatMap((event) =>
    event.type === 'tool.finished' ? [`${event.name} ${event.isError ? 'refused' : 'ran'}`] : [],
  )
  expect(after).toEqual(['bash ran', 'bash ran', 'write_file refused'])
  expect((await next.rpc.sessions.context({ sessionId })).skills).toEqual(['make'])
})

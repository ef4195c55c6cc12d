import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const note = { type: 'user_preference', title: 'Package manager', content: 'Use pnpm.' }
const call = (input: object) => ({ calls: [{ name: 'memory_write', input }] })

async function start(input: object, more: Partial<ConnectCoreOptions> = {}): Promise<ConnectedCore> {
  return (open = await connectCore({ script: [call(input), { text: 'ok' }], ...more }))
}

const result = (app: ConnectedCore) => app.events.all.find((event) => event.type === 'tool.finished')

it('asks with the note as a diff, writes it, and the next step knows', async () => {
  const app = await start({ ...note, level: 'project' })
  const sessionId = await app.newSession('default')
  const { turnId } = await app.rpc.turns.start({ sessionId, text: 'remember pnpm' })
  const { approvalId, diff, category } = await app.events.waitFor('approval.requested')
  expect([category, diff]).toEqual(['write', expect.stringMatching(/memory\/user_preference_package-manager\.md[^]*\+Use pnpm\./)])
  await app.rpc.approvals.answer({ approvalId, decision: 'once' })
  await app.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(app.project.has('.mewcode/memory/user_preference_package-manager.md')).toBe(true)
  expect(app.model.requests[1]?.raw).toContain('- project/user_preference_package-manager.md: [user_preference] Package manager: Use pnpm.')
  expect(app.appEvents).toContainEqual({ type: 'memory.changed' })
})

it('takes the project for the level where none is named, and edits go through in acceptEdits', async () => {
  const app = await start(note)
  await app.run('x', { mode: 'acceptEdits' })
  expect(app.project.has('.mewcode/memory/user_preference_package-manager.md')).toBe(true)
})

it('is refused in plan mode, and asks for the user’s own folder even where edits pass', async () => {
  const plan = await start(note)
  await plan.run('x', { mode: 'plan' })
  expect(plan.project.has('.mewcode')).toBe(false)
  await plan.close()
  const app = await start({ ...note, level: 'user' }, { options: { headless: true } })
  await app.run('x', { mode: 'acceptEdits' })
  expect(result(app)).toMatchObject({ isError: true, meta: { denied: { layer: 'sandbox' } } })
  expect(existsSync(join(app.platform.paths.home, 'memory'))).toBe(false)
})

it.each([
  { type: '../../x' },
  { type: 'user_preference/../../x' },
  { level: '../..' },
  { title: '' },
  { title: 'x'.repeat(200) },
  { content: ' ' },
])('does not take %j', async (bad) => {
  const app = await start({ ...note, ...bad })
  await app.run('x', { mode: 'bypassPermissions' })
  expect(result(app)).toMatchObject({ isError: true })
  expect(readdirSync(app.project.root)).toEqual([])
})

it('lets the user’s notes be read without a question, and nothing beside them', async () => {
  let home = ''
  const read = (file: string) => ({ name: 'read_file', input: { path: join(home, file) } })
  const app = await start(note, {
    options: { headless: true },
    script: (_body, n) => (n === 0 ? { calls: ['memory/user_preference_a.md', 'log.txt'].map(read) } : { text: 'ok' }),
  })
  home = app.platform.paths.home
  await app.rpc.memory.save({ level: 'user', type: 'user_preference', title: 'a', content: 'Noted.' })
  await app.run('x')
  const ends = app.events.all.flatMap((event) =>
    event.type === 'tool.finished' ? [`${event.isError}: ${JSON.stringify(event.content).includes('Noted.')}`] : [],
  )
  expect(ends.toSorted()).toEqual(['false: true', 'true: false'])
})

it('keeps no key of a provider', async () => {
  const app = await start({ ...note, content: 'The key is sk-planted-4f1c9a7e2b8d.' })
  await app.run('x', { mode: 'bypassPermissions' })
  expect(app.project.read('.mewcode/memory/user_preference_package-manager.md')).not.toContain('sk-planted')
})

import { afterEach, expect, it } from 'vitest'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'

const OTHER_KEY = 'other-plain-key-0123456789'
const FILED_KEY = 'filed-key-0123456789abcdef'
const others = `  - name: plain
    protocol: openai
    api_key: ${OTHER_KEY}
  - name: filed
    protocol: openai
  - name: wordy
    protocol: openai
    api_key: ollama
`

let app: ConnectedCore
afterEach(() => app.close())

it('shows neither the page nor the model a key of any provider, asked for or not, and leaves ordinary words alone', async () => {
  const file = `one ${PLANTED_KEY}\ntwo ${OTHER_KEY}\nthree ${FILED_KEY}\nfour ollama\nfive\n`
  app = await connectCore({
    providerYaml: others,
    files: { 'notes.txt': file },
    script: [
      { calls: [{ name: 'read_file', input: { path: 'notes.txt' } }] },
      { calls: [{ name: 'edit_file', input: { path: 'notes.txt', old_string: 'five', new_string: 'FIVE' } }] },
      { text: 'Done.' },
    ],
  })
  await app.rpc.keys.set({ provider: 'filed', value: FILED_KEY, store: 'file' })
  const sessionId = await app.newSession()
  await app.rpc.turns.start({ sessionId, text: 'go' })
  const { approvalId, diff } = await app.events.waitFor('approval.requested')
  expect(diff).toContain('+FIVE')
  await app.rpc.approvals.answer({ approvalId, decision: 'once' })
  await app.events.waitFor('turn.finished')
  const told = JSON.stringify([app.events.all, await app.rpc.sessions.open({ sessionId }), app.model.requests.map(({ raw }) => raw)])
  expect([PLANTED_KEY, OTHER_KEY, FILED_KEY].filter((key) => told.includes(key))).toEqual([])
  expect(told.includes('four ollama')).toBe(true)
  expect(app.project.read('notes.txt')).toBe(file.replace('five', 'FIVE'))
})

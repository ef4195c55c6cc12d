import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSignIns } from '../mcp/oauth/index.ts'

// Another program of the same person: node sign-in-child.ts <home> <url> <clock ahead in ms> <calls>. Prints the statuses of its calls.
const [home = '', url = '', aheadMs = '0', calls = '0'] = process.argv.slice(2)
const file = join(home, 'keychain.json')
const read = (): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'))
const write = (values: Record<string, string>): void => writeFileSync(file, JSON.stringify(values))

const signIns = createSignIns({
  home,
  clock: { now: () => Date.now() + Number(aheadMs), wait: () => Promise.resolve() },
  learn: () => undefined,
  openExternal: () => Promise.reject(new Error('no browser here')),
  keychain: {
    backend: 'file',
    problem: async () => undefined,
    get: async (account) => read()[account],
    set: async (account, value) => write({ ...read(), [account]: value }),
    delete: async (account) => {
      const { [account]: found, ...others } = read()
      write(others)
      return found !== undefined
    },
    list: async () => Object.keys(read()),
  },
})
const call = signIns.authorized({ name: 'fake', url, headers: {}, oauth: { clientId: '', scopes: [] } }, fetch)
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping' } })
process.stdout.write('ready\n')
process.stdin.once('data', () => {
  const answers = Array.from({ length: Number(calls) }, () =>
    call(url, { method: 'POST', body }).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    ),
  )
  void Promise.all(answers).then((all) => process.stdout.write(`${JSON.stringify(all)}\n`, () => process.exit(0)))
})

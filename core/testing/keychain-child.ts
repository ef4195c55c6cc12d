import { AppError } from '../contract/errors.ts'
import { createOsKeychain } from '../credentials/os-keychain.ts'

// A process of its own for the keychain tests: `<home> <time limit in ms> <call>…` makes each call in turn, such as
// `set:account:value` or `get:account`, and prints one JSON line for each.
const [home = '', timeLimitMs = '', ...calls] = process.argv.slice(2)
const keychain = createOsKeychain({ home, env: process.env, timeLimitMs: Number(timeLimitMs) })

for (const call of calls) {
  const startedAt = performance.now()
  const line = await run(call.split('|')).catch((error: unknown) => {
    if (error instanceof AppError) return { code: error.code, ...error.params }
    throw error
  })
  process.stdout.write(`${JSON.stringify({ answer: line ?? null, ms: performance.now() - startedAt })}\n`)
}
process.exit(0)

async function run([verb = '', account = '', value = '']: readonly string[]): Promise<unknown> {
  switch (verb) {
    case 'get':
      return keychain.get(account)
    case 'set':
      return keychain.set(account, value)
    case 'delete':
      return keychain.delete(account)
    case 'list':
      return keychain.list()
    case 'problem':
      return keychain.problem()
    default:
      throw new Error(`no call ${verb}`)
  }
}

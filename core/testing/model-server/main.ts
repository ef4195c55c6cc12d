/** `node core/testing/model-server/main.ts anthropic|openai|openai-responses [steps.json]`: a scripted model for work by hand. Prints its address. */
import { readFileSync } from 'node:fs'
import { startModelServer } from './server.ts'
import { isJson } from './read.ts'
import type { ModelStep } from './types.ts'

const [protocol = 'anthropic', file] = process.argv.slice(2)
const steps: unknown = file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'))
const server = await startModelServer({
  protocol: protocol === 'openai' || protocol === 'openai-responses' ? protocol : 'anthropic',
  script: (_body, n): ModelStep => {
    const step: unknown = Array.isArray(steps) ? steps[n % steps.length] : undefined
    return isJson(step) ? step : { text: 'The scripted model heard you.' }
  },
})
process.stdout.write(`${server.baseUrl}\n`)

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// For child processes of tests: lets plain Node run core's sources, whose `?raw` imports the build resolves.
// Start them with `node --import <this file> child.ts`.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('?raw')) return nextLoad(url, context)
    const text = readFileSync(new URL(url.slice(0, -'?raw'.length)), 'utf8')
    return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(text)}` }
  },
})

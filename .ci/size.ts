import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command, ROOT } from './command.ts'

// Budgets are in `.size-limit.mjs`; they are measured on a build, which `npm test` makes and `npm run check` alone does not.
if (existsSync(join(ROOT, 'out/.stamp'))) {
  const { code, output } = await command(['size-limit'])
  console.log(output)
  process.exitCode = code
} else {
  console.log('no build to measure')
}

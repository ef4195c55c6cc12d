import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './command.ts'

interface Lock {
  packages: Record<string, { resolved?: string; gypfile?: boolean }>
}

/** What is wrong with a lock file's text, in sentences; empty when nothing is. */
export function lockProblems(text: string): string[] {
  const { packages }: Lock = JSON.parse(text)
  const problems: string[] = []
  if (packages['node_modules/better-sqlite3']?.gypfile !== false) {
    problems.push('better-sqlite3 has lost "gypfile": false, so npm < 11.19 would compile it. Run `npm run fix:lock`.')
  }
  const hosted = Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))
  if (hosted.length > 0)
    problems.push(`${hosted.length} entries name a registry host, such as ${hosted[0]?.[0]}. Run \`npm run fix:lock\`.`)
  return problems
}

/** The lock with both put right, in npm's own formatting. */
export function fixedLock(text: string): string {
  const lock: Lock = JSON.parse(text)
  for (const entry of Object.values(lock.packages)) if (entry.resolved?.startsWith('http')) delete entry.resolved
  const sqlite = lock.packages['node_modules/better-sqlite3']
  if (sqlite) sqlite.gypfile = false
  return `${JSON.stringify(lock, null, 2)}\n`
}

if (import.meta.main) {
  const problems = lockProblems(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const problem of problems) console.log(`package-lock.json: ${problem}`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

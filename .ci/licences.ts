import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './command.ts'

const ALLOWED = [
  'MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'MIT-0',
]
const ALLOWED_FOR_DEV = [...ALLOWED, 'MPL-2.0', 'WTFPL', 'Zlib']

/** Packages that name no licence in `package.json`: read by a person, held to the very text that was read. */
const READ_BY_A_PERSON: Readonly<Record<string, string>> = {
  // Its licence file is MIT's.
  'node_modules/khroma': '66b333b0f66759a0b710459e03f7029abe17f4358114a128d2c972e642961b49',
  // They point to a licence file that they do not carry; their README says MIT.
  'node_modules/@modelcontextprotocol/server-everything': '8bae195f45f82784a2556f4f5817d87f72b3a6c277779be960fbaf3b8e07b1a2',
  'node_modules/@modelcontextprotocol/server-filesystem': 'df276d57efc04b85fa1e8163fe1aa3d5b11d5b2a7de5ec51ba083e5cb04019cd',
  'node_modules/@modelcontextprotocol/server-memory': 'f8ee063ccd9c196606ef332e6d3dc2b4be84a554a7d1e82b8dc6462e34f65fc0',
  'node_modules/@modelcontextprotocol/server-sequential-thinking': '3a6f0665a0d561db5ae5973deaf360253a5d0334563cd329ae3df1d2296516c7',
}

interface LockEntry {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
}

/** Whether an SPDX expression can be met with these licences: of an OR one side is enough, of an AND all are needed. */
export function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const inner = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (/ OR /.test(inner)) return inner.split(' OR ').some((side) => isAllowed(side, allowed))
  if (/ AND /.test(inner)) return inner.split(' AND ').every((side) => isAllowed(side, allowed))
  return allowed.includes(inner)
}

/** One sentence for every locked package whose licence we may not use. */
async function licenceProblems(): Promise<string[]> {
  const lock: { packages: Record<string, LockEntry> } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const problems: string[] = []
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder === '') continue
    const licence = entry.license
    if (licence === undefined || licence.startsWith('SEE LICENSE IN ')) problems.push(...(await unnamed(folder, entry)))
    else if (!isAllowed(licence, entry.dev ? ALLOWED_FOR_DEV : ALLOWED))
      problems.push(`${folder}: ${licence}${entry.dev ? '' : ' in the product'}`)
  }
  return problems
}

async function unnamed(folder: string, { version, optional }: LockEntry): Promise<string[]> {
  const directory = join(ROOT, folder)
  // An optional package for another platform is not on this disk; its platform's own run reads it.
  if (optional && !existsSync(directory)) return []
  const names = await readdir(directory)
  const file = names.find((name) => /^licen[cs]e/i.test(name)) ?? names.find((name) => /^readme/i.test(name))
  const hash = file
    ? createHash('sha256')
        .update(await readFile(join(directory, file)))
        .digest('hex')
    : 'no licence file'
  if (READ_BY_A_PERSON[folder] === hash) return []
  return [`${folder}@${version}: names no licence; its file reads ${hash}`]
}

if (import.meta.main) {
  const problems = await licenceProblems()
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

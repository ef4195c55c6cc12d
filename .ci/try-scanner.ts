import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { scanFolder } from '../core/skills/index.ts'
import { command } from './command.ts'

/**
 * `npm run try:scanner [-- FOLDER]`: the scanner over published collections, cloned for the try and thrown away after it, or taken
 * from clones in FOLDER. Prints what of the hostile ones was not critical and what of the good ones was; 1 when either is too much.
 */
const HOSTILE = ['cisco-ai-defense/skill-scanner', 'snyk/agent-scan']
const GOOD = ['anthropics/skills', 'obra/superpowers', 'vercel-labs/agent-skills', 'trailofbits/skills', 'openai/skills']
const RECALL = 0.9

const given = process.argv[2]
const base = given ?? mkdtempSync(join(tmpdir(), 'mewcode-scanner-'))
try {
  let marked = 0
  const missed: string[] = []
  for (const repository of HOSTILE) {
    for (const folder of await skillsOf(repository)) {
      const level = markedAs(folder)
      const { verdict } = await scanFolder(folder)
      if (level === 'critical') {
        marked += 1
        if (verdict !== 'critical') missed.push(folder)
      } else if (level === 'safe' && verdict === 'critical') console.log(`safe, and found critical: ${folder}`)
    }
  }
  const recall = marked === 0 ? 0 : (marked - missed.length) / marked
  console.log(`marked critical ${marked}, found ${marked - missed.length} (${Math.round(recall * 100)} %)`)
  for (const folder of missed) console.log(`  missed: ${folder.slice(base.length + 1)}`)
  let wrong = 0
  for (const repository of GOOD) {
    const folders = await skillsOf(repository)
    for (const folder of folders) {
      const { findings } = await scanFolder(folder)
      for (const { severity, rule, file, line } of findings) {
        if (severity !== 'critical') continue
        wrong += 1
        console.log(`  wrongly critical: ${folder.slice(base.length + 1)}/${file}:${line} ${rule}`)
      }
    }
    console.log(`${repository}: ${folders.length} skills`)
  }
  process.exitCode = recall >= RECALL && wrong === 0 ? 0 : 1
} finally {
  if (given === undefined) rmSync(base, { recursive: true, force: true })
}

async function skillsOf(repository: string): Promise<string[]> {
  const folder = join(base, repository.replace('/', '+'))
  if (!readdirSync(base).includes(basename(folder))) {
    await command(['git', 'clone', '--quiet', '--depth=1', `https://github.com/${repository}.git`, folder])
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => basename(file) === 'SKILL.md' && !file.includes('.git/')).map((file) => dirname(join(folder, file)))
}

/** Those collections say what each of their files is meant to be; where there is no such note the folder's place says it. */
function markedAs(folder: string): 'critical' | 'safe' | 'other' {
  const note = readdirSync(folder).includes('_expected.json') ? JSON.parse(readFileSync(join(folder, '_expected.json'), 'utf8')) : undefined
  if (note?.expected_safe === true) return 'safe'
  if (JSON.stringify(note?.expected_findings ?? []).includes('"CRITICAL"')) return 'critical'
  if (note === undefined && /[\\/]malicious/.test(folder)) return 'critical'
  return 'other'
}

import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { wireError } from '../../contract/errors.ts'
import type { SkillFinding, SkillScan } from '../../contract/skill-scan.ts'
import { decode } from '../../frontmatter/index.ts'
import { isInside } from '../../permission/index.ts'
import { openRegularFile } from '../../platform/index.ts'
import { passageAt, passageOf } from './passage.ts'
import { findChain } from './chain.ts'
import { careless, harvest, programRules, send } from './program-rules.ts'
import { rules, type Rule } from './rules.ts'

const MAX_BYTES = 1024 * 1024
/** More than any installation may have. */
const MAX_FILES = 600
/** Of each severity: many mild ones must not hide a critical one. */
const MAX_FINDINGS = 200
/** A longer line is looked at piece by piece, each with the end of the one before: words that do harm are shorter. */
const MAX_LINE = 5_000
const OVERLAP = 500
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * Looks through a folder, or one file, for words that do harm. Runs nothing and asks nobody; it can miss what is well hidden.
 * A folder that cannot be read is a finding.
 */
export async function scanFolder(place: string): Promise<SkillScan> {
  const root = await realpath(place).catch(() => place)
  const { files, findings } = await filesOf(root)
  const halves: Halves = { harvests: [], sends: [], uses: [] }
  if (files.length > MAX_FILES) findings.push(finding('unscanned', 'warn', { file: '.', line: 1 }))
  let all = bounded(findings)
  for (const file of files.slice(0, MAX_FILES)) all = bounded([...all, ...(await scanFile(root, file, halves))])
  all = bounded([...all, ...acrossFiles(halves)])
  const isCritical = all.some(({ severity }) => severity === 'critical')
  return { verdict: isCritical ? 'critical' : all.length > 0 ? 'warn' : 'clean', findings: all }
}

function bounded(findings: readonly SkillFinding[]): SkillFinding[] {
  const left = { critical: MAX_FINDINGS, warn: MAX_FINDINGS }
  return findings.filter(({ severity }) => (left[severity] -= 1) >= 0)
}

async function filesOf(root: string): Promise<{ files: string[]; findings: SkillFinding[] }> {
  const files: string[] = []
  const findings: SkillFinding[] = []
  const walk = async (inner: string): Promise<void> => {
    const entries = await readdir(path.join(root, inner), { withFileTypes: true }).catch((error: unknown) => {
      // A file of its own, or a folder nobody may look into.
      if (inner === '' && error instanceof Error && 'code' in error && error.code === 'ENOTDIR') files.push('')
      else findings.push(finding('unscanned', 'warn', { file: inner || '.', line: 1 }))
      return []
    })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const relative = path.join(inner, entry.name)
      if (SKIPPED.has(entry.name) || files.length > MAX_FILES) continue
      if (entry.isDirectory()) await walk(relative)
      else if (entry.isFile()) files.push(relative)
      else if (entry.isSymbolicLink()) {
        const severity = await judgeLink(path.join(root, relative), root)
        if (severity) findings.push(finding('link', severity, { file: relative, line: 1 }))
      }
    }
  }
  await walk('')
  return { files, findings }
}

/** One that leads nowhere gives nothing away yet. */
async function judgeLink(link: string, root: string): Promise<SkillFinding['severity'] | undefined> {
  const target = await realpath(link).catch(() => undefined)
  if (target === undefined) return 'warn'
  return isInside(target, root) ? undefined : 'critical'
}

/** Programs that do one half of it each. */
interface Halves {
  readonly harvests: SkillFinding[]
  readonly sends: string[]
  /** Names of what each program stands on, its own among them. */
  readonly uses: Set<string>[]
}

/** What one program takes another one sends, and a third one, or one of the two, calls both. */
function acrossFiles({ harvests, sends, uses }: Halves): SkillFinding[] {
  for (const names of uses) {
    const called = sends.filter((other) => names.has(moduleOf(other)))
    const taker = harvests.find(({ file }) => names.has(moduleOf(file)) && called.some((other) => other !== file))
    if (taker) return [taker]
  }
  return []
}

function moduleOf(file: string): string {
  return path.posix.basename(file).replace(/\.\w+$/, '')
}

function usesOf(text: string, file: string): Set<string> {
  const named = text.matchAll(/^[ \t]*(?:from|import|source|\.)\s+["']?([\w./-]+)|(?:from|require\(|import\()\s*["']([\w./-]+)["']/gm)
  return new Set([
    moduleOf(file),
    ...[...named].map(([, a, b]) => moduleOf((a ?? b ?? '').replace(/^\.+|\.+$/g, '').replaceAll(/\.(?=\w+\.)/g, '/'))),
  ])
}

async function scanFile(root: string, relative: string, halves: Halves): Promise<SkillFinding[]> {
  const file = relative === '' ? path.basename(root) : relative.split(path.sep).join('/')
  const bytes = await readBounded(path.join(root, relative))
  if (bytes === undefined) return [finding('unscanned', 'warn', { file, line: 1 })]
  const text = decode(bytes)
  if (text === undefined) return RUNS.test(file) || hasProgramMark(bytes) ? [finding('binary', 'warn', { file, line: 1 })] : []
  const found = [...scanText(text, file), ...(PROGRAM.test(file) ? scanProgram(text, file, halves) : [])]
  // What a test throws at a program is not said to anybody.
  return TESTS.test(file) ? found.map((one) => (/^injection\.|\.program$/.test(one.rule) ? { ...one, severity: 'warn' } : one)) : found
}

async function readBounded(full: string): Promise<Buffer | undefined> {
  const opened = await openRegularFile(full).catch(() => undefined)
  if (!opened) return undefined
  try {
    return opened.stats.size > MAX_BYTES ? undefined : await opened.handle.readFile()
  } finally {
    await opened.handle.close()
  }
}

/** Each rule once a line, with lines that a backslash joins read as one. */
function scanText(text: string, file: string): SkillFinding[] {
  const findings: SkillFinding[] = []
  for (const { line, words } of joinedLines(text)) {
    if (words === '') continue
    const said = new Set<string>()
    for (const piece of piecesOf(words)) {
      for (const rule of rules) {
        const span = findChain(piece, rule.chains)
        const severity = span && judge(rule, piece)
        if (!severity || said.has(`${rule.id} ${severity}`)) continue
        said.add(`${rule.id} ${severity}`)
        findings.push({ rule: rule.id, severity, file, line, passage: passageOf(piece, span), problem: wireError(rule.code) })
      }
    }
  }
  return findings
}

function piecesOf(words: string): string[] {
  const count = Math.max(1, Math.ceil((words.length - OVERLAP) / (MAX_LINE - OVERLAP)))
  return Array.from({ length: count }, (_, at) => words.slice(at * (MAX_LINE - OVERLAP), at * (MAX_LINE - OVERLAP) + MAX_LINE))
}

const PROGRAM = /\.(py|js|mjs|cjs|ts|sh|bash|zsh|rb|pl|php|ps1|go)$/i
const TESTS = /(^|\/)(tests?|__tests__|fixtures)\//

function scanProgram(text: string, file: string, { harvests, sends, uses }: Halves): SkillFinding[] {
  const at = (rule: string, code: Rule['code'], index: number): SkillFinding => ({
    rule,
    severity: 'critical',
    file,
    line: text.slice(0, index).split('\n').length,
    passage: passageAt(text, index),
    problem: wireError(code),
  })
  uses.push(usesOf(text, file))
  const taken = text.search(harvest)
  if (taken >= 0 && !TESTS.test(file)) harvests.push(at('exfiltration.files', 'skill.scan_exfiltration', taken))
  if (send.test(text) && !TESTS.test(file)) sends.push(file)
  const together = programRules.flatMap(({ id, code, pieces }) => {
    const [first = -1, ...rest] = pieces.map((piece) => text.search(piece))
    return first < 0 || rest.some((index) => index < 0) ? [] : [at(id, code, first)]
  })
  const alone = /\.py$/i.test(file)
    ? careless.flatMap(({ id, code, find }) => {
        const index = find(text)
        return index < 0 ? [] : [at(id, code, index)]
      })
    : []
  return [...together, ...alone]
}

function judge({ severity, unless, else: otherwise }: Rule, words: string): SkillFinding['severity'] | undefined {
  return unless?.test(words) ? otherwise : severity
}

function joinedLines(text: string): { line: number; words: string }[] {
  const joined: { line: number; words: string }[] = []
  let isOpen = false
  text.split('\n').forEach((raw, index) => {
    const last = joined.at(-1)
    if (isOpen && last && last.words.length < MAX_LINE) last.words = `${last.words.slice(0, -1)} ${raw.trim()}`
    else joined.push({ line: index + 1, words: raw })
    isOpen = raw.endsWith('\\')
  })
  return joined
}

const RUNS = /\.(exe|dll|so|dylib|pyc|pyo|class|jar|scr|com|msi|pkg|dmg|deb|rpm|zip|7z|rar|tar|t?gz|bz2|xz)$/i

/** Programs of Linux, Windows and macOS. */
function hasProgramMark(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return start === '7f454c46' || start.startsWith('4d5a') || ['cffaedfe', 'feedfacf', 'cafebabe'].includes(start)
}

function finding(
  rule: 'binary' | 'link' | 'unscanned',
  severity: SkillFinding['severity'],
  at: { file: string; line: number },
): SkillFinding {
  return { rule, severity, ...at, problem: wireError(`skill.scan_${rule}`) }
}

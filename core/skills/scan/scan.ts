import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { wireError } from '../../contract/errors.ts'
import type { SkillFinding, SkillScan } from '../../contract/skill-scan.ts'
import { decode } from '../../frontmatter/index.ts'
import { isInside } from '../../permission/index.ts'
import { openRegularFile } from '../../platform/index.ts'
import { careless, harvest, programRules, send } from './program-rules.ts'
import { rules, type Rule } from './rules.ts'

const MAX_BYTES = 1024 * 1024
const MAX_FILES = 500
const MAX_FINDINGS = 200
/** A longer line is looked at this far; words that do harm are shorter. */
const MAX_LINE = 5_000
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * Looks through a folder, or one file, for words that do harm. Runs nothing and asks nobody; it can miss what is well hidden.
 * A folder that cannot be read is a finding.
 */
export async function scanFolder(place: string): Promise<SkillScan> {
  const root = await realpath(place).catch(() => place)
  const { files, findings } = await filesOf(root)
  const halves: Halves = { harvests: [], sends: [], uses: [] }
  for (const file of files.slice(0, MAX_FILES)) {
    if (findings.length >= MAX_FINDINGS) break
    findings.push(...(await scanFile(root, file, halves)))
  }
  findings.push(...acrossFiles(halves))
  if (files.length > MAX_FILES) findings.push(finding('unscanned', 'warn', { file: '.', line: 1 }))
  const isCritical = findings.some(({ severity }) => severity === 'critical')
  return { verdict: isCritical ? 'critical' : findings.length > 0 ? 'warn' : 'clean', findings: findings.slice(0, MAX_FINDINGS) }
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
  const isCalledWith = (one: string, other: string): boolean => uses.some((names) => names.has(moduleOf(one)) && names.has(moduleOf(other)))
  return harvests.filter(({ file }) => sends.some((other) => other !== file && isCalledWith(file, other))).slice(0, 1)
}

function moduleOf(file: string): string {
  return path.posix.basename(file).replace(/\.\w+$/, '')
}

function usesOf(text: string, file: string): Set<string> {
  const named = text.matchAll(/^\s*(?:from|import|source|\.)\s+["']?([\w./-]+)|(?:from|require\(|import\()\s*["']([\w./-]+)["']/gm)
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
  joinedLines(text).forEach(({ line, words }) => {
    for (const rule of rules) {
      const severity = judge(rule, words)
      if (severity) findings.push({ rule: rule.id, severity, file, line, problem: wireError(rule.code) })
    }
  })
  return findings
}

const PROGRAM = /\.(py|js|mjs|cjs|ts|sh|bash|zsh|rb|pl|php|ps1|go)$/i
const TESTS = /(^|\/)(tests?|__tests__|fixtures)\//

function scanProgram(text: string, file: string, { harvests, sends, uses }: Halves): SkillFinding[] {
  const at = (rule: string, code: Rule['code'], index: number): SkillFinding => ({
    rule,
    severity: 'critical',
    file,
    line: text.slice(0, index).split('\n').length,
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

function judge({ pattern, severity, unless, else: otherwise }: Rule, words: string): SkillFinding['severity'] | undefined {
  if (!pattern.test(words)) return undefined
  return unless?.test(words) ? otherwise : severity
}

function joinedLines(text: string): { line: number; words: string }[] {
  const joined: { line: number; words: string }[] = []
  let isOpen = false
  text.split('\n').forEach((raw, index) => {
    const last = joined.at(-1)
    const words = raw.slice(0, MAX_LINE)
    if (isOpen && last && last.words.length < MAX_LINE) last.words = `${last.words.slice(0, -1)} ${words.trim()}`
    else joined.push({ line: index + 1, words })
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

import { AppError } from '../../contract/errors.ts'
import type { HookSource } from '../../contract/hooks.ts'
import type { HookPlugin, HookRule, PlacedRule } from '../types.ts'
import { readEntries, type RawEntry } from './entries.ts'
import { collectFindings } from './finding.ts'
import { readEntry, type ReadEntry } from './read-rule.ts'

/** A file of rules as it is now. */
export interface RuleFile {
  readonly source: HookSource
  /** Absolute. */
  readonly path: string
  readonly text: string
  readonly plugin?: HookPlugin
}

export interface RuleProblem {
  readonly file: string
  readonly line: number
  /** The rule's name, or `#3`. */
  readonly rule: string
  readonly level: 'error' | 'warning'
  readonly problem: AppError
}

export interface ReadRules {
  /** In the order in which they run. */
  readonly rules: readonly PlacedRule[]
  readonly problems: readonly RuleProblem[]
}

interface Placed extends ReadEntry {
  readonly file: RuleFile
  readonly line: number
}

/** The strongest first: what it says of a name cannot be taken back by a later one. */
const STRENGTH: readonly HookSource[] = ['managed', 'user', 'project']

/** The rules of all files, in the order of `files`, each entry read alone. */
export function readRules(files: readonly RuleFile[]): ReadRules {
  const problems: RuleProblem[] = []
  const placed = files.flatMap((file) => readFile(file, problems))
  const switchedOff = new Map<string, HookSource>()
  for (const one of placed) if (!one.isEnabled && one.file.source !== 'project') switchedOff.set(one.name, one.file.source)
  const winners = choose(placed, problems)
  const rules = placed.flatMap((one): PlacedRule[] => {
    if (!one.rule) return []
    const { source, path: file, plugin } = one.file
    const rule: HookRule = { ...one.rule, source, ...(plugin && { plugin }), file, line: one.line }
    const winner = winners.get(one.name)
    if (winner === undefined || winner === one) {
      const isOff = !one.isEnabled || (switchedOff.has(one.name) && one.file.source !== 'managed')
      return [{ rule, state: isOff ? 'disabled' : 'active', problem: undefined }]
    }
    // Within one file the later is a mistake and was told as such.
    if (winner.file === one.file && !winner.overrides) return []
    return [{ rule, state: 'overridden', problem: new AppError('hook.overridden', { params: { other: winner.file.path } }) }]
  })
  tellUnknownSwitches(placed, rules, problems)
  return { rules, problems }
}

function readFile(file: RuleFile, problems: RuleProblem[]): Placed[] {
  const { entries, problems: unread } = readEntries(file.path, file.text, { isPolicy: file.source === 'managed' })
  problems.push(...unread.map(({ line, problem }) => ({ file: file.path, line, rule: '', level: 'error' as const, problem })))
  return entries.map((entry, index) => placeEntry(entry, { file, index, problems }))
}

function placeEntry(entry: RawEntry, { file, index, problems }: { file: RuleFile; index: number; problems: RuleProblem[] }): Placed {
  const found = collectFindings()
  const read = readEntry(entry.value, found)
  const rule = read.name === '' ? `#${index + 1}` : read.name
  if (file.source === 'project' && read.overrides) found.warn('hook.not_yours', ['merge'], { key: 'merge: override' })
  problems.push(...found.all.map(({ at, level, problem }) => ({ file: file.path, line: entry.lineOf(at), rule, level, problem })))
  return { ...read, overrides: read.overrides && file.source !== 'project', file, line: entry.lineOf([]) }
}

/**
 * By name the rule that counts: the first, unless a later one overrides it. A project's rule never stands in the way of the
 * person's own, nor those of a machine's administrator.
 */
function choose(placed: readonly Placed[], problems: RuleProblem[]): ReadonlyMap<string, Placed> {
  const winners = new Map<string, Placed>()
  for (const one of placed) {
    if (!one.rule) continue
    const first = winners.get(one.name)
    if (!first || one.overrides ? !isStronger(first, one) : isStronger(one, first)) winners.set(one.name, one)
    if (!first || one.overrides) continue
    const [kept, skipped] = isStronger(one, first) ? [one, first] : [first, one]
    const params = { name: one.name.slice(0, 300), other: kept.file.path, otherLine: kept.line }
    problems.push({
      file: skipped.file.path,
      line: skipped.line,
      rule: one.name,
      level: 'error',
      problem: new AppError('hook.duplicate', { params }),
    })
  }
  return winners
}

function isStronger(a: Placed | undefined, b: Placed): boolean {
  return a !== undefined && STRENGTH.indexOf(a.file.source) < STRENGTH.indexOf(b.file.source)
}

function tellUnknownSwitches(placed: readonly Placed[], rules: readonly PlacedRule[], problems: RuleProblem[]): void {
  const known = new Set(rules.map(({ rule }) => rule.name))
  for (const { isSwitch, name, file, line } of placed) {
    if (!isSwitch || name === '') continue
    const isTheirs = file.source === 'project'
    if (!isTheirs && known.has(name)) continue
    const problem = isTheirs
      ? new AppError('hook.not_yours', { params: { key: 'enabled' } })
      : new AppError('hook.unknown_name', { params: { name: name.slice(0, 300) } })
    problems.push({ file: file.path, line, rule: name, level: 'warning', problem })
  }
}

import { z } from 'zod'
import type { AppError } from '../contract/errors.ts'
import { coversExample, isMeaningfulRule, type RuleSource, type SourcedRule } from '../permission/index.ts'
import { check, toProblems } from './check.ts'
import type { YamlFile } from './yaml-file.ts'

/** Anything else would be a rule that never holds. */
const RuleText = z.string().max(20_000).refine(isMeaningfulRule, { error: 'Tool | Tool(pattern)' })
const Examples = z
  .union([z.string().transform((one) => [one]), z.array(z.string().max(4_000)).max(100)], { error: '[string, …]' })
  .optional()
const RuleWithExamples = z.strictObject({ rule: RuleText, match: Examples, not_match: Examples })

const MAX_RULES = 2_000

export interface RuleList {
  readonly rules: readonly SourcedRule[]
  readonly problems: readonly AppError[]
}

/** One of `allow`, `ask`, `deny`: what is no rule, or is not about what its examples say, is left out and told with its line. */
export function readRuleList(file: YamlFile, key: 'allow' | 'ask' | 'deny', value: unknown, kind: RuleSource['kind']): RuleList {
  if (value === undefined) return { rules: [], problems: [] }
  const at = ['permissions', key]
  // One rule alone is a list of one.
  const entries: unknown = typeof value === 'string' ? [value] : value
  if (!Array.isArray(entries) || entries.length > MAX_RULES)
    return { rules: [], problems: [file.problem('config.value', at, { key: at.join('.'), expected: '[Tool, Tool(pattern), …]' })] }
  const rules: SourcedRule[] = []
  const problems: AppError[] = []
  entries.forEach((entry: unknown, index) => {
    const place = [...at, index]
    const checked =
      typeof entry === 'string' || typeof entry !== 'object' ? check(RuleText, entry, place) : check(RuleWithExamples, entry, place)
    if (!checked.ok) return void problems.push(...toProblems(file, checked.findings))
    const { rule, match = [], not_match: others = [] } = typeof checked.value === 'string' ? { rule: checked.value } : checked.value
    const wrong = [...match.filter((one) => !coversExample(rule, one)), ...others.filter((one) => coversExample(rule, one))]
    problems.push(...wrong.map((example) => file.problem('config.rule_example', place, { rule, example: example.slice(0, 200) })))
    if (wrong.length === 0) rules.push({ text: rule, source: { kind, file: file.path, line: file.lineOf(place) } })
  })
  return { rules, problems }
}

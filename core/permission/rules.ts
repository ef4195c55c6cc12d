import { commandGlob } from './glob.ts'
import { pathGlob } from './path-glob.ts'
import { readPattern, textGlob, type TextPattern } from './pattern.ts'
import { isKnownTool, rawToolNames } from './tool-names.ts'
import type { RuleSource, SourcedRule } from './types.ts'

/** One rule, read: `Tool`, or `Tool(pattern)`. */
export interface Rule {
  /** As written. */
  readonly text: string
  readonly source: RuleSource
  namesTool(toolName: string): boolean
  /** On a command, or on what else a tool says of a call. */
  readonly onText: TextPattern | undefined
  /** On a place: relative to the project, absolute outside of it; `userHome` fills a leading `~`. */
  readonly onPath: ((place: string, userHome: string, ifUnclear?: boolean) => boolean) | undefined
}

const own: RuleSource = { kind: 'run' }

/** Undefined when the text is not a rule. */
export function parseRule(text: string, source: RuleSource = own): Rule | undefined {
  const match = /^([A-Za-z_*][\w*.-]*)\s*(?:\((.*)\))?$/s.exec(text.trim())
  if (!match) return undefined
  const [, name = '', pattern] = match
  if (pattern !== undefined && pattern.trim() === '') return undefined
  const names = rawToolNames(name)
  const globs = names.filter((one) => one.includes('*')).map(commandGlob)
  const onText = pattern === undefined ? undefined : readPattern(pattern, textGlob)
  const onPath = pattern === undefined ? undefined : readPathPattern(pattern)
  if (pattern !== undefined && (!onText || !onPath)) return undefined
  return {
    text: text.trim(),
    source,
    namesTool: (toolName) => names.includes(toolName) || globs.some((glob) => glob.matches(toolName)),
    onText,
    onPath,
  }
}

/** The rules that can be read; what cannot was told when its file was. */
export function readRules(rules: readonly SourcedRule[]): readonly Rule[] {
  return rules.flatMap(({ text, source }) => parseRule(text, source) ?? [])
}

/** Whether the text is a rule about a tool there is. */
export function isMeaningfulRule(text: string): boolean {
  const name = /^\s*([\w*.-]+)/.exec(text)?.[1]
  return name !== undefined && parseRule(text) !== undefined && isKnownTool(name)
}

function readPathPattern(pattern: string): Rule['onPath'] {
  const homes = new Map<string, TextPattern | undefined>()
  const read = (userHome: string): TextPattern | undefined =>
    readPattern(pattern, (glob) => {
      const whole = glob === '~' || glob.startsWith('~/') ? `${escapePath(userHome)}${glob.slice(1)}` : glob.replace(/^\.\/(?=.)/, '')
      const test = pathGlob(whole)
      const mayMatch: TextPattern['mayMatch'] = (pieces) => pieces.includes(undefined) || test(pieces.join('')) !== false
      return { matches: (place) => test(place) === true, mayMatch, literal: undefined, isBounded: true }
    })
  if (!read('')) return undefined
  return (place, userHome, ifUnclear = false) => {
    if (!homes.has(userHome)) homes.set(userHome, read(userHome))
    const one = homes.get(userHome)
    if (!one) return false
    return one.matches(place) || (ifUnclear && one.isBounded === true && one.mayMatch([place]))
  }
}

function escapePath(place: string): string {
  return place.replaceAll(/[\\*?[\]{}()!@+|]/g, String.raw`\$&`)
}

/**
 * Whether the rule is about a call that is told by one line: a command, or a path in the project. A line that the shell
 * would take for more than one command is not what a rule about one is written for.
 */
export function coversExample(text: string, example: string): boolean {
  const rule = parseRule(text)
  if (!rule) return false
  if (!rule.onText || !rule.onPath) return true
  if (!rule.namesTool('bash'))
    return rule.namesTool('web_fetch') ? rule.onText.matches(example) : rule.onPath(example.replace(/^\.\//, ''), '~')
  const unquoted = example.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./g, '')
  return rule.onText.literal === example.trim() || (!/[;&|<>\n`]|\$\(/.test(unquoted) && rule.onText.matches(example.trim()))
}

import { byRule, heldByRule, strictest, type Finding } from './finding.ts'
import { textsOf, type CommandTexts } from './command-text.ts'
import { modeVerdict } from './modes.ts'
import { judgeNames, judgePlaces, type LineContext } from './line-places.ts'
import { isReadOnly } from './read-only-commands.ts'
import { riskOf, riskOfDoubts } from './risks.ts'
import type { Rule } from './rules.ts'
import { baseName, type ShellCommand } from './shell/index.ts'
import type { Risk } from './types.ts'

export interface Piece {
  readonly command: ShellCommand
  readonly finding: Finding
  readonly risk: Risk | undefined
  /** Nothing of its own is at stake: it only runs the next piece. */
  readonly isWrapper: boolean
}

/** Programs that do nothing but run their arguments, which are judged themselves. */
const transparent = new Set(
  'builtin caffeinate chronic command env eval exec ionice nice nohup setsid stdbuf time timeout unbuffer xargs sh bash dash ash zsh ksh'.split(
    ' ',
  ),
)

/** Judges one command of a line by sandbox, rules and mode. `hasInner`: what it runs is judged as a piece of its own. */
export async function judgePiece(command: ShellCommand, context: LineContext, hasInner: boolean): Promise<Piece> {
  const name = baseName(command.words[0]?.text ?? '')
  const texts = textsOf(command)
  const isWrapper = hasInner && transparent.has(name) && command.doubts.size === 0
  const looked = [...(await judgePlaces(command, context)), ...(await judgeNames(command, context))]
  const base = isWrapper ? undefined : allowing(command, texts, context)
  const finding = strictest([...looked, ...forbidding(texts, context), ...(base ? [base] : [])]) ?? harmless
  return { command, finding, risk: riskOf(command, looked), isWrapper: isWrapper && finding === harmless }
}

const harmless: Finding = { decision: 'allow', layer: 'mode', reason: { code: 'permission.reads', params: {} } }

function forbidding(texts: CommandTexts, { book, request }: LineContext): readonly Finding[] {
  const findings: Finding[] = []
  const judge = (rule: Rule, hit: (rule: Rule) => Finding, maybe: (rule: Rule) => Finding): void => {
    const { onText } = rule
    if (!rule.namesTool(request.toolName)) return
    if (!onText) findings.push(hit(rule))
    else if (
      onText.isNegated ? texts.forbidding.length > 0 && texts.forbidding.every(onText.matches) : texts.forbidding.some(onText.matches)
    )
      findings.push(hit(rule))
    else if ([...(texts.unknown ?? []), ...(onText.isBounded ? texts.forbidding.map((text) => [text]) : [])].some(onText.mayMatch))
      findings.push(maybe(rule))
  }
  for (const rule of book.deny) judge(rule, (one) => byRule('deny', one), heldByRule)
  for (const rule of book.ask)
    judge(
      rule,
      (one) => byRule('ask', one),
      (one) => byRule('ask', one),
    )
  return findings
}

/** What lets the command itself run; undefined where there is none but redirections, which are judged as places. */
function allowing(command: ShellCommand, texts: CommandTexts, { book, request, isTrusted }: LineContext): Finding | undefined {
  const { words, assigned, doubts } = command
  if (words.length === 0 && assigned.length === 0 && doubts.size === 0) return undefined
  const readOnlyLine = isReadOnly(command, isTrusted)
  const mode = { ...modeVerdict({ mode: request.mode, category: request.category, readOnlyLine }), lifted: 'rule' as const }
  // No rule and no answer lifts what plan mode refuses.
  if (mode.decision === 'allow' || request.mode === 'plan') return mode
  const doubt = riskOfDoubts(doubts)
  if (doubt) return { ...mode, decision: 'ask', reason: { code: doubt, params: {} } }
  const allowed = book.allow.find((rule) => rule.namesTool(request.toolName) && covers(rule, texts))
  if (allowed) return byRule('allow', allowed)
  return mode.decision === 'deny' ? { ...mode, decision: 'ask' } : mode
}

/** A rule without a pattern covers every command of which the line says all. */
function covers({ onText }: Rule, { allowing: forms, forbidding: all }: CommandTexts): boolean {
  if (!onText) return true
  if (onText.isNegated) return all.length > 0 && all.every(onText.matches)
  return forms.some(onText.matches)
}

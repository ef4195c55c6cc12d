import { closest } from '../../base/closest.ts'

/** What a hook's JSON says. */
export interface Decision {
  readonly word: 'allow' | 'ask' | 'deny' | undefined
  readonly reason: string
  /** False: the turn is to end. */
  readonly goesOn: boolean
  readonly stopReason: string
  readonly context: string
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  readonly message: string
}

export type ReadDecision =
  | { readonly kind: 'none' }
  | { readonly kind: 'decision'; readonly decision: Decision }
  /** It meant to say something; `detail` tells what nobody understands. */
  | { readonly kind: 'wrong'; readonly detail: string }

/** One of these makes an object an answer: the payload echoed back has none of them. */
const MARKS = ['decision', 'continue', 'additionalContext', 'updatedInput', 'systemMessage', 'hookSpecificOutput']

const WORDS = { block: 'deny', deny: 'deny', ask: 'ask', defer: 'ask', allow: 'allow', approve: 'allow' } as const

/** Reads the whole output, else its last line: a shell's profile may have printed before. */
export function readDecision(output: string): ReadDecision {
  const whole = output.trim()
  const fields = asAnswer(whole) ?? asAnswer(lastLine(whole))
  if (!fields) return { kind: 'none' }
  const inner = asObject(fields['hookSpecificOutput']) ?? {}
  const nested = asObject(inner['decision']) ?? {}
  const said = [inner['permissionDecision'], nested['behavior'], fields['decision']].filter((one) => one !== undefined && one !== null)
  const unknown = said.find((one) => typeof one !== 'string' || !isWord(one))
  if (unknown !== undefined) return { kind: 'wrong', detail: wrongWord(unknown) }
  const updated = inner['updatedInput'] ?? nested['updatedInput'] ?? fields['updatedInput']
  const updatedInput = asObject(updated)
  if (updated !== undefined && updated !== null && !updatedInput) return { kind: 'wrong', detail: 'updatedInput is no object' }
  const words = said.flatMap((one) => (typeof one === 'string' && isWord(one) ? [WORDS[one]] : []))
  return {
    kind: 'decision',
    decision: {
      word: (['deny', 'ask', 'allow'] as const).find((word) => words.includes(word)),
      reason: text(inner['permissionDecisionReason']) || text(nested['message']) || text(fields['reason']),
      goesOn: fields['continue'] !== false && nested['interrupt'] !== true,
      stopReason: text(fields['stopReason']),
      context: text(inner['additionalContext']) || text(fields['additionalContext']),
      updatedInput,
      message: text(fields['systemMessage']),
    },
  }
}

function asAnswer(output: string): Readonly<Record<string, unknown>> | undefined {
  if (!output.startsWith('{')) return undefined
  try {
    const fields = asObject(JSON.parse(output))
    return fields && MARKS.some((key) => fields[key] !== undefined) ? fields : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function lastLine(output: string): string {
  return output.slice(output.lastIndexOf('\n') + 1).trim()
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isWord(word: string): word is keyof typeof WORDS {
  return Object.hasOwn(WORDS, word)
}

function wrongWord(word: unknown): string {
  const shown = String(word).slice(0, 60)
  return `there is no decision "${shown}"; the nearest is "${closest(shown, Object.keys(WORDS))}"`
}

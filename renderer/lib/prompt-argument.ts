import type { SuggestionToken } from './suggestion-token.ts'

/** The argument of a server's prompt that is being written. */
export interface PromptArgument {
  readonly server: string
  readonly prompt: string
  readonly argument: string
  /** What is written of it so far. */
  readonly value: string
  /** The ones before it. */
  readonly given: Readonly<Record<string, string>>
  readonly token: SuggestionToken
}

/**
 * Of a message that is a prompt's command and no more, `/server:prompt first second` or `name=value`, with the caret at its end.
 * `hint` is the command's: `<needed> [optional]`, in order. Undefined where nothing is left to write.
 */
export function promptArgument(text: string, caret: number, hint: string): PromptArgument | undefined {
  const [, server = '', prompt = '', rest] = /^\/([^\s:]+):(\S+)\s+([^\n]*)$/.exec(text.slice(0, caret)) ?? []
  if (rest === undefined || caret !== text.length) return undefined
  const known = Array.from(hint.matchAll(/[<[]([^>\]]{1,200})[>\]]/g), ([, name = '']) => name)
  const words = rest.split(/\s+/)
  const current = words.pop() ?? ''
  const given: Record<string, string> = {}
  for (const word of words) {
    const { name, value } = named(word, known) ?? { name: known.find((one) => given[one] === undefined), value: word }
    if (name !== undefined) given[name] = value
  }
  const { name, value } = named(current, known) ?? { name: known.find((one) => given[one] === undefined), value: current }
  if (name === undefined) return undefined
  const token = { kind: 'argument', query: value, start: caret - value.length, end: caret } as const
  return { server, prompt, argument: name, value, given, token }
}

function named(word: string, known: readonly string[]): { name: string; value: string } | undefined {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(word) ?? []
  return known.includes(name) ? { name, value } : undefined
}

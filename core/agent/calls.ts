import type { z } from 'zod'
import { isTooDeep } from '../base/too-deep.ts'
import type { ToolCallPart } from '../contract/messages.ts'
import type { ModelCall } from '../llm/types.ts'
import type { Tool } from '../tools/types.ts'
import type { RunnableCall } from './types.ts'

/** A call as the model made it, and whether it can run. */
export interface ReadCall {
  readonly part: ToolCallPart
  readonly reading:
    | { readonly kind: 'runnable'; readonly call: RunnableCall }
    /** `text` tells the model what to mend. */
    | { readonly kind: 'unknown' | 'invalid'; readonly text: string }
}

/** Looks the tool up and checks the arguments against its schema. Nothing is repaired. */
export function readCall(call: ModelCall, tools: ReadonlyMap<string, Tool>): ReadCall {
  const { toolCallId, name } = call
  const tool = tools.get(name)
  const parsed = parseArguments(call.argumentsText)
  const part: ToolCallPart = {
    type: 'tool_call',
    toolCallId,
    name,
    input: parsed.ok ? parsed.value : call.argumentsText,
    ...(!parsed.ok && { invalid: parsed.problem }),
    category: tool?.category ?? 'none',
    readOnly: tool?.category === 'read',
  }
  if (!tool) return { part, reading: { kind: 'unknown', text: unknownTool(name, tools) } }
  if (!parsed.ok) return { part, reading: { kind: 'invalid', text: notRun(parsed.problem) } }
  const checked = tool.input.safeParse(parsed.value)
  if (!checked.success) return { part, reading: { kind: 'invalid', text: wrongArguments(name, checked.error.issues) } }
  const forwarded = tool.forwards?.(checked.data)
  if (forwarded && tools.has(forwarded.name) && forwarded.name !== name) {
    const inner = readCall({ toolCallId, name: forwarded.name, argumentsText: JSON.stringify(forwarded.input) }, tools)
    return { ...inner, part: { ...inner.part, via: name } }
  }
  return { part, reading: { kind: 'runnable', call: { toolCallId, tool, input: checked.data } } }
}

/** The same for a call that is stored. */
export function readStored({ toolCallId, name, input, invalid, via }: ToolCallPart, tools: ReadonlyMap<string, Tool>): ReadCall {
  const argumentsText = invalid !== undefined && typeof input === 'string' ? input : JSON.stringify(input)
  const read = readCall({ toolCallId, name, argumentsText }, tools)
  return via === undefined ? read : { ...read, part: { ...read.part, via } }
}

type Arguments = { ok: true; value: Record<string, unknown> } | { ok: false; problem: string }

function parseArguments(text: string): Arguments {
  if (text.trim() === '') return { ok: true, value: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false, problem: 'not a JSON object' }
  if (isTooDeep(value)) return { ok: false, problem: 'nested too deeply' }
  return { ok: true, value: { ...value } }
}

function notRun(problem: string): string {
  return `The call was not run: its arguments are not valid JSON (${problem}). Send the call again with a complete JSON object.`
}

function wrongArguments(name: string, issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.map((issue) => `- ${issue.path.map(String).join('.') || 'arguments'}: ${issue.message}`)
  return `The call was not run: the arguments do not fit ${name}.\n${lines.join('\n')}`
}

function unknownTool(name: string, tools: ReadonlyMap<string, Tool>): string {
  return `There is no tool named ${name}. Tools: ${[...tools.keys()].join(', ')}.`
}

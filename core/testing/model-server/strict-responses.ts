import { blocksOf, isJson, loneSurrogate, objects, text } from './read.ts'
import { refusalOfParts } from './strict-media.ts'
import type { Json } from './types.ts'

/** The first reason the Responses API would answer 400 with, in its words; undefined when it would accept the body. */
export function refusalOfResponses(body: Json): string | undefined {
  const items = objects(body['input'])
  return (
    (loneSurrogate(body) ? 'We could not parse the JSON body of your request. (lone surrogate in string)' : undefined) ??
    fields(body) ??
    tools(body) ??
    items.map((item, index) => itemRefusal(item, { body, index, next: items[index + 1] })).find(Boolean) ??
    pairs(items) ??
    items.map((item, index) => refusalOfParts(item['content'] ?? item['output'], `input[${index}].content`)).find(Boolean)
  )
}

function fields(body: Json): string | undefined {
  if (text(body['model']) === '') return "Missing required parameter: 'model'."
  if (!Array.isArray(body['input'])) return "Missing required parameter: 'input'."
  if (body['input'].length === 0) return "Invalid 'input': empty array. Expected an array with minimum length 1."
  const limit = body['max_output_tokens']
  if (typeof limit === 'number' && limit < 16) {
    return `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${limit} instead.`
  }
  const other = ['messages', 'max_tokens', 'max_completion_tokens', 'stream_options', 'stop', 'seed'].find((name) => name in body)
  return other === undefined ? undefined : `Unknown parameter: '${other}'.`
}

function tools(body: Json): string | undefined {
  for (const [index, tool] of objects(body['tools']).entries()) {
    if (tool['type'] !== 'function') return `Invalid value: '${text(tool['type'])}' (tools[${index}].type).`
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(tool['name']))) {
      return `Invalid 'tools[${index}].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
    }
    // Strict is the default here, and then every property must be listed as required.
    if (tool['strict'] !== false && (!isJson(tool['parameters']) || tool['parameters']['additionalProperties'] !== false)) {
      return `Invalid schema for function '${text(tool['name'])}': 'additionalProperties' is required to be supplied and to be false.`
    }
  }
  return undefined
}

interface Place {
  readonly body: Json
  readonly index: number
  readonly next: Json | undefined
}

function itemRefusal(item: Json, { body, index, next }: Place): string | undefined {
  const where = `input[${index}]`
  switch (item['type'] ?? 'message') {
    case 'message':
      return wrongId(item, 'msg', where) ?? messageRefusal(item, where)
    case 'reasoning':
      if (text(item['encrypted_content']) === '' && body['store'] === false) {
        return `Item with id '${text(item['id'])}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`
      }
      if (!Array.isArray(item['summary'])) return `Missing required parameter: '${where}.summary'.`
      if (
        next === undefined ||
        ((next['type'] ?? 'message') === 'message' && next['role'] !== 'assistant') ||
        next['type'] === 'function_call_output'
      ) {
        return `Item '${text(item['id'])}' of type 'reasoning' was provided without its required following item.`
      }
      return wrongId(item, 'rs', where)
    case 'function_call':
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(item['call_id']))) return `Invalid '${where}.call_id': string does not match pattern.`
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(item['name']))) return `Invalid '${where}.name': string does not match pattern.`
      if (!isObjectText(item['arguments'])) return `Invalid '${where}.arguments': expected a JSON object.`
      return wrongId(item, 'fc', where)
    case 'function_call_output':
      return blocksOf(item['output']).every(
        (part) => part['type'] !== 'input_image' && part['type'] !== 'input_file' && text(part['text']).trim() === '',
      )
        ? `Missing required parameter: '${where}.output'.`
        : undefined
    default:
      return `Invalid value: '${text(item['type'])}' (${where}.type).`
  }
}

function wrongId(item: Json, prefix: string, where: string): string | undefined {
  if (item['id'] === undefined || text(item['id']).startsWith(`${prefix}_`)) return undefined
  return `Invalid '${where}.id': '${text(item['id'])}'. Expected an ID that begins with '${prefix}'.`
}

function messageRefusal(item: Json, where: string): string | undefined {
  const role = text(item['role'])
  if (!['user', 'assistant', 'system', 'developer'].includes(role)) {
    return `Invalid value: '${role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`
  }
  const parts = blocksOf(item['content'])
  if (parts.every((part) => (text(part['text']) || text(part['refusal'])).trim() === '' && text(part['type']).endsWith('t'))) {
    return `Invalid request: ${where} must not be empty`
  }
  if (typeof item['content'] === 'string') return undefined
  const known = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file']
  const wrong = parts.find((part) => !known.includes(text(part['type'])))
  return wrong
    ? `Invalid value: '${text(wrong['type'])}'. Supported values are: ${known.map((name) => `'${name}'`).join(', ')}.`
    : undefined
}

function isObjectText(value: unknown): boolean {
  try {
    return isJson(JSON.parse(text(value)))
  } catch {
    return false
  }
}

function pairs(items: readonly Json[]): string | undefined {
  const open = new Set<string>()
  const answered = new Set<string>()
  for (const item of items) {
    const id = text(item['call_id'])
    if (item['type'] === 'function_call') {
      if (open.has(id) || answered.has(id)) return `Duplicate function call with call_id ${id}.`
      open.add(id)
    }
    if (item['type'] !== 'function_call_output') continue
    if (!open.delete(id)) return `No tool call found for function call output with call_id ${id}.`
    answered.add(id)
  }
  const [unanswered] = open
  return unanswered === undefined ? undefined : `No tool output found for function call ${unanswered}.`
}

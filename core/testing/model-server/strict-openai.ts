import { isJson, loneSurrogate, objects, text } from './read.ts'
import { refusalOfParts } from './strict-media.ts'
import type { Json } from './types.ts'

/** The first reason the chat completions API (or, for blank contents, its compatible servers) would answer 400 with; undefined when the body is accepted. */
export function refusalOfOpenAI(body: Json): string | undefined {
  const messages = objects(body['messages'])
  return (
    (loneSurrogate(body) ? 'We could not parse the JSON body of your request. (lone surrogate in string)' : undefined) ??
    fields(body) ??
    tools(body) ??
    messages.map((message, index) => roleRefusal(message, index)).find(Boolean) ??
    messages.map((message, index) => contentRefusal(message, index)).find(Boolean) ??
    messages.map((message, index) => callsRefusal(message, index)).find(Boolean) ??
    pairs(messages) ??
    messages.map((message, index) => refusalOfParts(message['content'], `messages[${index}].content`)).find(Boolean)
  )
}

function fields(body: Json): string | undefined {
  if (text(body['model']) === '') return 'you must provide a model parameter'
  if (!Array.isArray(body['messages'])) return "Missing required parameter: 'messages'."
  if (body['messages'].length === 0)
    return "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
  if (body['max_tokens'] !== undefined && body['max_completion_tokens'] !== undefined) {
    return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
  }
  const asksUsage = isJson(body['stream_options'])
  return asksUsage && body['stream'] !== true ? "The 'stream_options' parameter is only allowed when 'stream' is enabled." : undefined
}

function tools(body: Json): string | undefined {
  if (body['tools'] === undefined) return undefined
  const offered = objects(body['tools'])
  if (offered.length === 0) return "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead."
  const names = offered.map((tool) => text(isJson(tool['function']) ? tool['function']['name'] : undefined))
  const bad = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
  if (bad < 0) return undefined
  return `Invalid 'tools[${bad}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
}

const known = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

function roleRefusal(message: Json, index: number): string | undefined {
  const role = text(message['role'])
  if (!known.has(role)) {
    return `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`
  }
  // Compatible servers' chat templates take one system message, at the start.
  if ((role === 'system' || role === 'developer') && index > 0) return 'System message must be at the beginning.'
  return undefined
}

function contentRefusal(message: Json, index: number): string | undefined {
  const { role, content } = message
  const calls = objects(message['tool_calls'])
  if (content === null || content === undefined) {
    if (role === 'assistant' && calls.length > 0) return undefined
    return `Invalid value for 'content': expected a string, got null. (messages[${index}])`
  }
  const isBlank =
    typeof content === 'string'
      ? content.trim() === ''
      : objects(content).every((part) => part['type'] === 'text' && text(part['text']).trim() === '')
  return isBlank ? `Invalid request: the message at position ${index} with role '${text(role)}' must not be empty` : undefined
}

function callsRefusal(message: Json, index: number): string | undefined {
  if (message['tool_calls'] === undefined) return undefined
  const calls = objects(message['tool_calls'])
  if (calls.length === 0) {
    return `Invalid 'messages[${index}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.`
  }
  for (const [at, call] of calls.entries()) {
    const where = `messages[${index}].tool_calls[${at}]`
    const id = text(call['id'])
    const called = isJson(call['function']) ? call['function'] : {}
    if (id === '') return `Missing required parameter: '${where}.id'.`
    if (id.length > 40)
      return `Invalid '${where}.id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(called['name']))) {
      return `Invalid '${where}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
    }
    if (!isArguments(called['arguments'])) return `Invalid '${where}.function.arguments': expected a JSON object.`
  }
  return undefined
}

function isArguments(value: unknown): boolean {
  try {
    return isJson(JSON.parse(text(value)))
  } catch {
    return false
  }
}

function pairs(messages: readonly Json[]): string | undefined {
  let open: string[] = []
  let hasCalls = false
  for (const message of messages) {
    if (message['role'] === 'tool') {
      if (!hasCalls) return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
      const id = text(message['tool_call_id'])
      if (!open.includes(id)) return `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`
      open = open.filter((other) => other !== id)
      continue
    }
    if (open.length > 0) return unanswered(open)
    open = objects(message['tool_calls']).map((call) => text(call['id']))
    hasCalls = open.length > 0
  }
  return open.length > 0 ? unanswered(open) : undefined
}

function unanswered(ids: readonly string[]): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
}

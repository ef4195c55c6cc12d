import { blocksOf, isJson, loneSurrogate, objects, text } from './read.ts'
import { refusalOfAnthropicMedia } from './strict-media.ts'
import { refusalOfThinking } from './strict-thinking.ts'
import type { Json } from './types.ts'

/** The first reason the Messages API would answer 400 with, in its words; undefined when it would accept the body. */
export function refusalOfAnthropic(body: Json): string | undefined {
  const messages = objects(body['messages'])
  return (
    (loneSurrogate(body) ? 'The request body is not valid JSON: no low surrogate in string' : undefined) ??
    fields(body) ??
    refusalOfThinking(body) ??
    tools(body) ??
    roles(messages) ??
    messages.map((message, index) => content(message, { index, isLast: index === messages.length - 1 })).find(Boolean) ??
    pairs(messages) ??
    refusalOfAnthropicMedia(messages) ??
    marks(body)
  )
}

function fields(body: Json): string | undefined {
  if (text(body['model']) === '') return 'model: Field required'
  if (typeof body['max_tokens'] !== 'number') return 'max_tokens: Field required'
  if (body['max_tokens'] < 1) return 'max_tokens: Input should be greater than or equal to 1'
  if (!Array.isArray(body['messages'])) return 'messages: Field required'
  if (body['messages'].length === 0) return 'messages: at least one message is required'
  const emptySystem = Array.isArray(body['system']) ? objects(body['system']).findIndex((block) => text(block['text']).trim() === '') : -1
  return emptySystem < 0 ? undefined : 'system: text content blocks must be non-empty'
}

function tools(body: Json): string | undefined {
  const offered = objects(body['tools'])
  const names = offered.map((tool) => text(tool['name']))
  const bad = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name))
  if (bad >= 0) return `tools.${bad}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
  const noSchema = offered.findIndex((tool) => !isJson(tool['input_schema']) || tool['input_schema']['type'] !== 'object')
  if (noSchema >= 0) return `tools.${noSchema}.custom.input_schema.type: Field required`
  return new Set(names).size < names.length ? 'tools: Tool names must be unique.' : undefined
}

function roles(messages: readonly Json[]): string | undefined {
  for (const [index, message] of messages.entries()) {
    const role = message['role']
    if (role !== 'user' && role !== 'assistant') return `messages.${index}.role: Input should be 'user' or 'assistant'`
    if (index === 0 && role !== 'user') return 'messages: first message must use the "user" role'
    if (index > 0 && messages[index - 1]?.['role'] === role) {
      return `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`
    }
  }
  // What the vendor paused goes back as it is.
  if (messages.at(-1)?.['role'] === 'assistant' && !endsPaused(messages.at(-1))) {
    return 'This model does not support assistant message prefill. The conversation must end with a user message.'
  }
  return undefined
}

function endsPaused(message: Json | undefined): boolean {
  return /^server_tool_use$|_tool_result$/.test(text(blocksOf(message?.['content']).at(-1)?.['type']))
}

function content(message: Json, { index, isLast }: { index: number; isLast: boolean }): string | undefined {
  const blocks = blocksOf(message['content'])
  if (blocks.length === 0) {
    return `messages.${index}: all messages must have non-empty content${isLast ? '' : ' except for the optional final assistant message'}`
  }
  const last = blocks.at(-1)?.['type']
  if (message['role'] === 'assistant' && (last === 'thinking' || last === 'redacted_thinking')) {
    return `messages.${index}: The final block in an assistant message cannot be \`thinking\`.`
  }
  for (const [at, block] of blocks.entries()) {
    const reason = blockRefusal(block, `messages.${index}.content.${at}`) ?? wrongSide(block, message, `messages.${index}`)
    if (reason) return reason
  }
  return undefined
}

function blockRefusal(block: Json, where: string): string | undefined {
  switch (block['type']) {
    case 'text':
      return emptyText(block, 'messages')
    case 'tool_use':
      if (!/^[a-zA-Z0-9_-]+$/.test(text(block['id']))) return `${where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
      if (!/^[a-zA-Z0-9_-]{1,200}$/.test(text(block['name'])))
        return `${where}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'`
      return isJson(block['input']) ? undefined : `${where}.tool_use.input: Input should be a valid dictionary`
    case 'tool_result': {
      const inner = blocksOf(block['content'])
      if (inner.length === 0 && block['is_error'] === true) return `${where}.tool_result: content cannot be empty if \`is_error\` is true`
      return inner.map((part) => (part['type'] === 'text' ? emptyText(part, `${where}.tool_result`) : undefined)).find(Boolean)
    }
    case 'thinking':
      return text(block['signature']) === '' ? `${where}.thinking.signature: Field required` : undefined
    default:
      return text(block['type']) === '' ? `${where}.type: Field required` : undefined
  }
}

function emptyText(block: Json, where: string): string | undefined {
  const said = text(block['text'])
  if (said === '') return `${where}: text content blocks must be non-empty`
  return said.trim() === '' ? `${where}: text content blocks must contain non-whitespace text` : undefined
}

function wrongSide(block: Json, message: Json, where: string): string | undefined {
  const type = text(block['type'])
  const mine = { user: ['tool_use', 'thinking', 'redacted_thinking'], assistant: ['tool_result'] }
  const forbidden = message['role'] === 'user' ? mine.user : mine.assistant
  const other = message['role'] === 'user' ? 'assistant' : 'user'
  return forbidden.includes(type) ? `${where}: \`${type}\` blocks can only be in \`${other}\` messages` : undefined
}

function pairs(messages: readonly Json[]): string | undefined {
  const seen = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const uses = idsOf(message, 'tool_use', 'id')
    if (uses.some((id) => seen.has(id)) || new Set(uses).size < uses.length) return 'messages: `tool_use` ids must be unique'
    uses.forEach((id) => seen.add(id))
    // Results come before any text of the message, or the calls count as unanswered.
    const answers = leadingResults(messages[index + 1])
    const open = uses.filter((id) => !answers.includes(id))
    if (open.length > 0) {
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
    }
    const results = idsOf(message, 'tool_result', 'tool_use_id')
    const before = index > 0 ? idsOf(messages[index - 1] ?? {}, 'tool_use', 'id') : []
    const orphan = results.findIndex((id) => !before.includes(id))
    if (orphan >= 0) {
      return `messages.${index}.content.${orphan}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${results[orphan]}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    }
    const twice = results.find((id, at) => results.indexOf(id) !== at)
    if (twice !== undefined) {
      return `messages.${index}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`
    }
  }
  return undefined
}

function idsOf(message: Json, type: string, key: string): readonly string[] {
  return blocksOf(message['content'])
    .filter((block) => block['type'] === type)
    .map((block) => text(block[key]))
}

function leadingResults(message: Json | undefined): readonly string[] {
  const blocks = blocksOf(message?.['content'])
  const end = blocks.findIndex((block) => block['type'] !== 'tool_result')
  return blocks.slice(0, end < 0 ? undefined : end).map((block) => text(block['tool_use_id']))
}

function marks(body: Json): string | undefined {
  const count = countMarks([body['tools'], body['system'], body['messages']])
  return count > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${count}.` : undefined
}

function countMarks(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, inner) => sum + countMarks(inner), 0)
  if (!isJson(value)) return 0
  // What a tool's arguments hold is the model's own text, and no mark.
  const inner = value['type'] === 'tool_use' ? [] : [value['content']]
  return (isJson(value['cache_control']) ? 1 : 0) + countMarks(inner)
}

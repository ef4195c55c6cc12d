import { createHash } from 'node:crypto'
import { isObject, listOf, objectOf, stringOf, type JsonObject } from './json.ts'
import { plainSchema } from './plain-schema.ts'

/** Begins the name of a tool whose schema an endpoint refuses. */
export const schemaOf = 'schema:'

/** The body as an endpoint that refuses `field` takes it. */
export function without(body: JsonObject, field: string): JsonObject {
  if (field.startsWith(schemaOf))
    return { ...body, tools: listOf(body['tools']).map((tool) => plainTool(objectOf(tool), field.slice(schemaOf.length))) }
  switch (field) {
    case 'max_tokens':
      return renamed(body, 'max_tokens', 'max_completion_tokens')
    case 'max_completion_tokens':
      return renamed(body, 'max_completion_tokens', 'max_tokens')
    case 'reasoning.summary': {
      const { summary: _, ...reasoning } = objectOf(body['reasoning'])
      return { ...body, reasoning }
    }
    case 'reasoning_content':
    case 'reasoning_details':
      return { ...body, messages: listOf(body['messages']).map((message) => dropped(objectOf(message), field)) }
    case 'needs:reasoning_content':
      return { ...body, messages: listOf(body['messages']).map((message) => withReasoning(objectOf(message))) }
    case 'ids:nine':
      return { ...body, messages: listOf(body['messages']).map((message) => withNineLetterIds(objectOf(message))) }
    case 'answer-after-tool':
      return {
        ...body,
        messages: listOf(body['messages']).flatMap((message, at, all) => answered(objectOf(message), objectOf(all[at + 1]))),
      }
    default:
      return dropped(body, field)
  }
}

function dropped(body: JsonObject, field: string): JsonObject {
  const { [field]: _, ...rest } = body
  return rest
}

function renamed(body: JsonObject, from: string, to: string): JsonObject {
  if (body[from] === undefined) return body
  return { ...dropped(body, from), [to]: body[from] }
}

function withReasoning(message: JsonObject): JsonObject {
  if (message['role'] !== 'assistant' || message['reasoning_content'] !== undefined) return message
  return { ...message, reasoning_content: '' }
}

function plainTool(tool: JsonObject, name: string): JsonObject {
  const called = isObject(tool['function']) ? tool['function'] : tool
  if (called['name'] !== name) return tool
  const key = ['parameters', 'input_schema'].find((candidate) => candidate in called) ?? 'parameters'
  const plain = { ...called, [key]: plainSchema(objectOf(called[key])) }
  return called === tool ? plain : { ...tool, function: plain }
}

/** The same nine letters for the same id, wherever it stands. */
function nineLetters(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 9)
}

function withNineLetterIds(message: JsonObject): JsonObject {
  const calls = listOf(message['tool_calls']).map(objectOf)
  const answered = stringOf(message['tool_call_id'])
  return {
    ...message,
    ...(calls.length > 0 ? { tool_calls: calls.map((call) => ({ ...call, id: nineLetters(stringOf(call['id'])) })) } : {}),
    ...(answered === '' ? {} : { tool_call_id: nineLetters(answered) }),
  }
}

/** Between a result and the user's next word the model is made to have said something. */
function answered(message: JsonObject, next: JsonObject): readonly JsonObject[] {
  const isGap = message['role'] === 'tool' && next['role'] === 'user'
  return isGap ? [message, { role: 'assistant', content: 'Understood.' }] : [message]
}

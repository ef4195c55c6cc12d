import { Anthropic } from '@anthropic-ai/sdk'
import { OpenAI } from 'openai'
import { expect, it } from 'vitest'
import type { Message } from '../contract/messages.ts'
import { startModelServer, type ModelServer, type ModelStep } from '../testing/model-server/index.ts'
import { assistant, call, collect, providerFor, readTool, requestWith, result, summary, user } from './fixtures.ts'

/** The same scripted conversation through the vendors' own helpers and through ours. */
const script: readonly ModelStep[] = [
  {
    text: 'let me look 深思',
    calls: [{ name: 'read_file', input: { path: 'a.txt' }, id: 'call_a' }],
    usage: { input: 50, output: 5, cacheRead: 3 },
  },
  {
    calls: [
      { name: 'read_file', input: { path: 'b🦀.txt' }, id: 'call_b' },
      { name: 'read_file', input: {}, id: 'call_c' },
    ],
    usage: { input: 70, output: 9, cacheRead: 30 },
  },
  { text: 'done', usage: { input: 90, output: 2, cacheRead: 60 } },
]

interface Said {
  readonly text: string
  readonly calls: readonly (readonly [id: string, name: string, input: unknown])[]
  readonly usage: readonly [input: number, output: number, cached: number]
}

const schema = { type: 'object' as const, properties: readTool.inputSchema.properties }

const theirs = {
  async anthropic({ baseUrl }: ModelServer): Promise<Said[]> {
    const client = new Anthropic({ apiKey: 'k', baseURL: baseUrl, maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }]
    const said: Said[] = []
    for (let step = 0; step < script.length; step++) {
      const tools = [{ name: 'read_file', description: 'x', input_schema: schema }]
      const message = await client.messages.stream({ model: 'claude-sonnet-5-5', max_tokens: 1000, messages, tools }).finalMessage()
      const uses = message.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []))
      const { input_tokens, output_tokens, cache_read_input_tokens } = message.usage
      said.push({
        text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: uses.map(({ id, name, input }) => [id, name, input]),
        usage: [input_tokens, output_tokens, cache_read_input_tokens ?? 0],
      })
      const results = uses.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'done' }))
      messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results })
    }
    return said
  },
  async openai({ baseUrl }: ModelServer): Promise<Said[]> {
    const client = new OpenAI({ apiKey: 'k', baseURL: baseUrl, maxRetries: 0 })
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'go' }]
    const said: Said[] = []
    for (let step = 0; step < script.length; step++) {
      const tools = [{ type: 'function' as const, function: { name: 'read_file', parameters: schema } }]
      const options = { model: 'gpt-5.4', messages, tools, stream_options: { include_usage: true } }
      const { choices, usage } = await client.chat.completions.stream(options).finalChatCompletion()
      const message = choices[0]?.message
      const calls = message?.tool_calls?.flatMap((one) => (one.type === 'function' ? [one] : [])) ?? []
      const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0
      said.push({
        text: message?.content ?? '',
        calls: calls.map((one) => [one.id, one.function.name, JSON.parse(one.function.arguments)]),
        usage: [(usage?.prompt_tokens ?? 0) - cached, usage?.completion_tokens ?? 0, cached],
      })
      messages.push({ role: 'assistant', content: message?.content || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) })
      messages.push(...calls.map((one) => ({ role: 'tool' as const, tool_call_id: one.id, content: 'done' })))
    }
    return said
  },
  async 'openai-responses'({ baseUrl }: ModelServer): Promise<Said[]> {
    const client = new OpenAI({ apiKey: 'k', baseURL: baseUrl, maxRetries: 0 })
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'go' }]
    const said: Said[] = []
    for (let step = 0; step < script.length; step++) {
      const tools = [{ type: 'function' as const, name: 'read_file', parameters: schema, strict: false }]
      const { output, output_text, usage } = await client.responses.stream({ model: 'gpt-5.4', input, tools, store: false }).finalResponse()
      const calls = output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
      const cached = usage?.input_tokens_details.cached_tokens ?? 0
      said.push({
        text: output_text,
        calls: calls.map((one) => [one.call_id, one.name, JSON.parse(one.arguments)]),
        usage: [(usage?.input_tokens ?? 0) - cached, usage?.output_tokens ?? 0, cached],
      })
      if (output_text !== '') input.push({ role: 'assistant', content: output_text })
      input.push(
        ...calls.map(({ call_id, name, arguments: given }) => ({ type: 'function_call' as const, call_id, name, arguments: given })),
      )
      input.push(...calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: 'done' })))
    }
    return said
  },
}

async function ours(server: ModelServer): Promise<Said[]> {
  const { protocol, baseUrl } = server
  const model = protocol === 'anthropic' ? 'claude-sonnet-5-5' : 'gpt-5.4'
  const provider = providerFor({ protocol, baseUrl })
  const messages: Message[] = [user('go')]
  const said: Said[] = []
  for (let step = 0; step < script.length; step++) {
    const events = await collect(provider.stream(requestWith(messages, { model }), new AbortController().signal))
    const { text, usage } = summary(events)
    const calls = events.flatMap((event) => (event.type === 'tool_calls' ? event.calls : []))
    const counted = events.findLast((event) => event.type === 'usage')?.usage
    expect(usage).toEqual(counted)
    said.push({
      text: String(text),
      calls: calls.map((one) => [one.toolCallId, one.name, JSON.parse(one.argumentsText)]),
      usage: [counted?.inputTokens ?? 0, counted?.outputTokens ?? 0, counted?.cacheReadTokens ?? 0],
    })
    const last = events.at(-1)
    const raw = last?.type === 'done' && last.raw ? { raw: last.raw } : {}
    messages.push(
      assistant(
        String(text),
        calls.map((one) => call(one.toolCallId, JSON.parse(one.argumentsText))),
        { model, ...raw },
      ),
    )
    messages.push(...calls.map((one) => result(one.toolCallId)))
  }
  return said
}

it.each(['anthropic', 'openai', 'openai-responses'] as const)(
  "gives what the vendor's own helpers give, text, calls and usage (%s)",
  async (protocol) => {
    const answers: Said[][] = []
    for (const client of [theirs[protocol], ours]) {
      const server = await startModelServer({ protocol, script })
      answers.push(await client(server))
      expect(server.refusals).toEqual([])
      await server.close()
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.map(({ calls }) => calls.length)).toEqual([1, 2, 0])
  },
)

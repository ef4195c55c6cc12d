import { OpenAI } from 'openai'
import { expect, it } from 'vitest'
import { startModelServer, type ModelStep } from '../../testing/model-server/index.ts'
import { collect, providerFor, readTool, requestWith, summary, user } from '../fixtures.ts'

const step: ModelStep = {
  text: '你好🦀 café',
  calls: [
    { name: 'read_file', input: { path: '漢字🦀.txt', deep: { list: [1, null, 'x'] } }, id: 'call_one' },
    { name: 'read_file', raw: '', id: 'call_two' },
  ],
  usage: { input: 11, output: 22, cacheRead: 33, cacheWrite: 44 },
}

it("gives the scripted text, calls and usage through the vendor's own stream helper, and the same through ours", async () => {
  const server = await startModelServer({ protocol: 'openai', script: () => step })
  const client = new OpenAI({ apiKey: 'k', baseURL: server.baseUrl, maxRetries: 0 })
  const theirs = await client.chat.completions
    .stream({
      model: 'gpt-5.4',
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ type: 'function', function: { name: readTool.name, parameters: { type: 'object' } } }],
      stream_options: { include_usage: true },
    })
    .finalChatCompletion()
  const said = theirs.choices[0]
  expect(said?.message.content).toBe('你好🦀 café')
  const calls = said?.message.tool_calls?.map((call) =>
    call.type === 'function' ? [call.id, call.function.name, call.function.arguments] : [],
  )
  expect(calls).toEqual([
    ['call_one', 'read_file', '{"path":"漢字🦀.txt","deep":{"list":[1,null,"x"]}}'],
    ['call_two', 'read_file', ''],
  ])
  expect(said?.finish_reason).toBe('tool_calls')
  expect(theirs.usage).toMatchObject({
    prompt_tokens: 88,
    completion_tokens: 22,
    prompt_tokens_details: { cached_tokens: 33, cache_write_tokens: 44 },
  })

  const provider = providerFor({ protocol: 'openai', baseUrl: server.baseUrl })
  const ours = await collect(provider.stream(requestWith([user('hi')], { model: 'gpt-5.4' }), new AbortController().signal))
  expect(summary(ours)).toMatchObject({
    text: '你好🦀 café',
    calls: calls?.map(([toolCallId, name, argumentsText]) => ({ toolCallId, name, argumentsText })),
    usage: { inputTokens: 11, outputTokens: 22, cacheReadTokens: 33, cacheWriteTokens: 44 },
    end: 'tool_use',
  })
  expect(server.refusals).toEqual([])
  await server.close()
})

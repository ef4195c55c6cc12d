import { OpenAI } from 'openai'
import { expect, it } from 'vitest'
import { startModelServer, type ModelStep } from '../../testing/model-server/index.ts'
import { collect, providerFor, readTool, requestWith, summary, user } from '../fixtures.ts'

const step: ModelStep = {
  thinking: 'let me think 深思 ',
  text: '你好🦀 café',
  calls: [
    { name: 'read_file', input: { path: '漢字🦀.txt', deep: { list: [1, null, 'x'] } }, id: 'call_one' },
    { name: 'read_file', raw: '{}', id: 'call_two' },
  ],
  usage: { input: 11, output: 22, cacheRead: 33 },
}

it("gives the scripted text, calls and usage through the vendor's own stream helper, and the same through ours", async () => {
  const server = await startModelServer({ protocol: 'openai-responses', script: () => step })
  const client = new OpenAI({ apiKey: 'k', baseURL: server.baseUrl, maxRetries: 0 })
  const theirs = await client.responses
    .stream({
      model: 'gpt-5.4',
      input: [{ role: 'user', content: 'hi' }],
      include: ['reasoning.encrypted_content'],
      store: false,
      tools: [{ type: 'function', name: readTool.name, parameters: { type: 'object' }, strict: false }],
    })
    .finalResponse()
  expect(theirs.output_text).toBe('你好🦀 café')
  const calls = theirs.output.flatMap((item) => (item.type === 'function_call' ? [[item.call_id, item.name, item.arguments]] : []))
  expect(calls).toEqual([
    ['call_one', 'read_file', '{"path":"漢字🦀.txt","deep":{"list":[1,null,"x"]}}'],
    ['call_two', 'read_file', '{}'],
  ])
  expect(theirs.usage).toMatchObject({ input_tokens: 44, output_tokens: 22, input_tokens_details: { cached_tokens: 33 } })

  const provider = providerFor({ protocol: 'openai-responses', baseUrl: server.baseUrl })
  const ours = await collect(provider.stream(requestWith([user('hi')], { model: 'gpt-5.4' }), new AbortController().signal))
  expect(summary(ours)).toMatchObject({
    text: '你好🦀 café',
    thinking: 'let me think 深思 ',
    calls: calls.map(([toolCallId, name, argumentsText]) => ({ toolCallId, name, argumentsText })),
    usage: { inputTokens: 11, outputTokens: 22, cacheReadTokens: 33, cacheWriteTokens: 0 },
    end: 'tool_use',
  })
  const last = ours.at(-1)
  const types = last?.type === 'done' ? last.raw?.blocks.map((block) => JSON.stringify(block).match(/"type":"(\w+)"/)?.[1]) : []
  expect(types).toEqual(['reasoning', 'message', 'function_call', 'function_call'])
  expect(server.requests.at(-1)?.body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'], stream: true })
  expect(server.refusals).toEqual([])
  await server.close()
})

import { Anthropic } from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { startModelServer, type ModelStep } from '../../testing/model-server/index.ts'
import { collect, providerFor, readTool, requestWith, summary, user } from '../fixtures.ts'

const step: ModelStep = {
  thinking: 'let me think 深思 ',
  text: '你好🦀 café',
  calls: [
    { name: 'read_file', input: { path: '漢字🦀.txt', deep: { list: [1, null, 'x'] } }, id: 'toolu_one' },
    { name: 'read_file', raw: '', id: 'toolu_two' },
  ],
  usage: { input: 11, output: 22, cacheRead: 33, cacheWrite: 44 },
}

it("gives the scripted text, calls and usage through the vendor's own stream helper, and the same through ours", async () => {
  const server = await startModelServer({ protocol: 'anthropic', script: () => step })
  const client = new Anthropic({ apiKey: 'k', baseURL: server.baseUrl, maxRetries: 0 })
  const theirs = await client.messages
    .stream({
      model: 'claude-sonnet-5-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ name: readTool.name, input_schema: { type: 'object' } }],
    })
    .finalMessage()
  expect(theirs.content).toEqual([
    { type: 'thinking', thinking: 'let me think 深思 ', signature: expect.stringMatching(/^sig-/) },
    { type: 'text', text: '你好🦀 café' },
    { type: 'tool_use', id: 'toolu_one', name: 'read_file', input: { path: '漢字🦀.txt', deep: { list: [1, null, 'x'] } } },
    { type: 'tool_use', id: 'toolu_two', name: 'read_file', input: {} },
  ])
  expect(theirs.stop_reason).toBe('tool_use')
  expect(theirs.usage).toMatchObject({ input_tokens: 11, output_tokens: 22, cache_read_input_tokens: 33, cache_creation_input_tokens: 44 })

  const provider = providerFor({ protocol: 'anthropic', baseUrl: server.baseUrl })
  const ours = await collect(provider.stream(requestWith([user('hi')]), new AbortController().signal))
  const last = ours.at(-1)
  const [thinking, ...rest] = last?.type === 'done' ? (last.raw?.blocks ?? []) : []
  expect(thinking).toMatchObject({ type: 'thinking', thinking: 'let me think 深思 ' })
  expect(rest).toEqual(theirs.content.slice(1))
  expect(summary(ours)).toMatchObject({
    text: '你好🦀 café',
    usage: { inputTokens: 11, outputTokens: 22, cacheReadTokens: 33, cacheWriteTokens: 44 },
    end: 'tool_use',
  })
  expect(server.refusals).toEqual([])
  await server.close()
})

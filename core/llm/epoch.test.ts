import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Message } from '../contract/messages.ts'
import { startModelServer } from '../testing/model-server/index.ts'
import { assistant, call, collect, providerFor, requestWith, result, user } from './fixtures.ts'

it.each(['anthropic', 'openai', 'openai-responses'] as const)(
  'sends each request of an epoch as the one before plus messages at the end (%s)',
  async (protocol) => {
    const steps = 5
    const model = protocol === 'anthropic' ? 'claude-sonnet-5-5' : 'gpt-5.4'
    const server = await startModelServer({
      protocol,
      script: (_body, n) =>
        n % steps === steps - 1
          ? { text: 'done' }
          : { thinking: 'hm 深思 ', text: 'look', calls: [{ name: 'read_file', input: { path: `${n}.txt` } }] },
    })
    const provider = providerFor({ protocol, baseUrl: server.baseUrl })
    const messages: Message[] = []
    for (const prompt of ['first', 'second']) {
      messages.push(user(prompt, { reminders: [`reminder of ${prompt}`] }))
      for (let step = 0; step < steps; step++) {
        const events = await collect(provider.stream(requestWith(messages, { model }), new AbortController().signal))
        const calls = events.flatMap((event) => (event.type === 'tool_calls' ? event.calls : []))
        const last = events.at(-1)
        const raw = last?.type === 'done' ? last.raw : undefined
        messages.push(
          assistant(
            'look',
            calls.map((one) => call(one.toolCallId, JSON.parse(one.argumentsText))),
            { model, ...(raw ? { raw } : {}) },
          ),
        )
        messages.push(...calls.map((one) => result(one.toolCallId)))
      }
    }
    expect(server.refusals).toEqual([])
    expect(server.requests).toHaveLength(2 * steps)
    const hashes = (upTo: number) =>
      server.requests.slice(-2).map(({ raw }) => {
        const {
          messages,
          input = messages,
          tools,
          system,
          instructions,
        } = JSON.parse(raw, (key, value) => (key === 'cache_control' ? undefined : value))
        return createHash('sha256')
          .update(JSON.stringify([tools, system, instructions, input.slice(0, upTo)]))
          .digest('hex')
      })
    const [before] = server.requests.slice(-2)
    const [first, second] = hashes([before?.body['messages'] ?? before?.body['input'] ?? []].flat().length)
    expect(second).toBe(first)
    await server.close()
  },
)

import { expect, it } from 'vitest'
import { prepareAnthropic } from './anthropic/request.ts'
import { assistant, call, requestWith, result, user } from './fixtures.ts'

it('a call that was asked through another tool goes back as that tool’s call, whichever model made it', () => {
  const part = { ...call('toolu_1', { path: 'a.txt' }, 'mcp__files__read'), via: 'call_tool' }
  const { messages } = prepareAnthropic(requestWith([user('hi'), assistant('', [part]), result('toolu_1')], { maxTokens: 8000 }), 'fake')
  expect(JSON.parse(JSON.stringify(messages))[1].content).toMatchObject([
    { type: 'tool_use', id: 'toolu_1', name: 'call_tool', input: { name: 'mcp__files__read', arguments: { path: 'a.txt' } } },
  ])
})

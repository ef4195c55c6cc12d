import { describe, expect, it } from 'vitest'
import type { Message } from '../../contract/messages.ts'
import { assistant, call, requestWith, result, user } from '../fixtures.ts'
import { prepareResponses } from './request.ts'

const responses = (messages: readonly Message[]) => prepareResponses(requestWith(messages), { provider: 'fake' })

describe('the input for the Responses API', () => {
  const items = [
    { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm é ' }], encrypted_content: 'sealed' },
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: ' so ', annotations: [] }],
    },
    { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'a', name: 'read_file', arguments: '{"path": "a.txt"}' },
  ]
  const history = (blocks: readonly unknown[]) => {
    const raw = { protocol: 'openai-responses', provider: 'fake', model: 'claude-sonnet-5-5', blocks }
    return [user('go', { reminders: ['It is Sunday.'] }), assistant('so', [call('a')], { raw }), result('a', ['two', 'lines'])]
  }

  it('sends the items back byte for byte and in order, sealed thought included', () => {
    const { input, instructions } = responses(history(items))
    expect(instructions).toBe('You are a coding agent.\n\nFolder: /tmp/x')
    expect(input.slice(0, 2).map((item) => JSON.stringify(item['content']))).toEqual([
      '[{"type":"input_text","text":"go"}]',
      '[{"type":"input_text","text":"It is Sunday."}]',
    ])
    expect(JSON.stringify(input.slice(2, 5))).toBe(JSON.stringify(items))
    expect(input.slice(5)).toEqual([{ type: 'function_call_output', call_id: 'a', output: 'two\nlines' }])
  })

  it('sends the plain form where thought was not sealed', () => {
    const { encrypted_content: _, ...open } = items[0] ?? {}
    expect(responses(history([open, ...items.slice(1)])).input.slice(2, 4)).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'so' }] },
      { type: 'function_call', call_id: 'a', name: 'read_file', arguments: '{"path":"a.txt"}' },
    ])
  })
})

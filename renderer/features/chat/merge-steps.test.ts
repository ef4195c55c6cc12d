import { expect, it } from 'vitest'
import type { Row } from '../../../core/contract/view.ts'
import { mergeSteps } from './merge-steps.ts'
import type { ToolCall } from './tools/tool-card.ts'

const cardOf = (name: string) => ({
  verb: () => (name === 'read' ? ('read' as const) : ('searched' as const)),
  opens: ({ content }: ToolCall) => content.some(({ type }) => type !== 'text'),
  ...(name !== 'edit' && { merges: true as const }),
})
const call = (id: string, { name = 'read', ...rest }: Partial<ToolCall> = {}): ToolCall => ({
  ...{ kind: 'tool', id, turnId: 't', step: 1, toolCallId: id, name, input: {}, category: 'read', state: 'done' },
  ...{ progress: '', content: [], meta: {}, durationMs: 0 },
  ...rest,
})
const said: Row = { kind: 'text', id: 'said', turnId: 't', step: 1, text: 'x', interrupted: false }
const picture = { type: 'image' as const, mediaType: 'image/png' as const, blobId: '0'.repeat(64), size: 1, width: 1, height: 1 }

function merged(rows: readonly Row[], alone: readonly string[] = []): string[] {
  const shown = mergeSteps(rows, { cardOf, alone: new Set(alone) })
  return shown.rows.map(({ id }) => [id, ...(shown.joined.get(id) ?? []).map((each) => each.id)].join('+'))
}

it('puts neighbours of one kind into the row of the first, and those that are still at it', () => {
  const rows = [call('a'), call('b'), said, call('c'), call('d', { state: 'running' }), call('e', { name: 'search' })]
  expect(merged(rows)).toEqual(['a+b', 'said', 'c+d', 'e'])
})

it.each([
  ['a tool that changes something', { name: 'edit' }],
  ['a failure', { state: 'failed' }],
  ['a question', { state: 'waiting' }],
  ['an answered question', { meta: { approval: { decision: 'allow', scope: 'once', by: 'user' } } }],
  ['an answered question at work', { state: 'running', approval: { decision: 'allow', scope: 'once', by: 'user' } }],
  ['what a hook said', { meta: { hooks: [{ hook: 'h', event: 'PreToolUse', outcome: 'asked', durationMs: 1 }] } }],
  ['what shows a picture', { content: [picture] }],
] satisfies [string, Partial<ToolCall>][])('leaves alone %s', (_what, how) => {
  expect(merged([call('a', how), call('b', how), call('c'), call('d')])).toEqual(['a', 'b', 'c+d'])
})

it('is not kept from it by a hook that let both pass without a word', () => {
  const passed = { meta: { hooks: [{ hook: 'h', event: 'PreToolUse' as const, outcome: 'passed' as const, durationMs: 1 }] } }
  expect(merged([call('a', passed), call('b', passed)])).toEqual(['a+b'])
})

it('leaves alone what the reader opened: nothing that is read moves', () => {
  expect(merged([call('a'), call('b'), call('c'), call('d'), call('e')], ['c'])).toEqual(['a+b', 'c', 'd+e'])
})

it('answers the very same list while nothing in it changes, so that its row is not drawn again', () => {
  const [a, b] = [call('a'), call('b')]
  const deps = { cardOf, alone: new Set<string>() }
  const before = mergeSteps([a, b, said], deps)
  const grown = mergeSteps([a, b, { ...said, text: 'xy' }], deps, before)
  expect(grown.joined.get('a')).toBe(before.joined.get('a'))
  expect(mergeSteps([a, call('b'), said], deps, grown).joined.get('a')).not.toBe(before.joined.get('a'))
})

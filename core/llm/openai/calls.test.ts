import { describe, expect, it } from 'vitest'
import { CallCollector } from './calls.ts'

function gather(...pieces: readonly Readonly<Record<string, unknown>>[]) {
  let made = 0
  const collector = new CallCollector((vendorId) => vendorId || `made_${made++}`)
  for (const piece of pieces) collector.take(piece)
  return collector.calls.map((call) => [call.id, call.name, call.arguments])
}

const two = [
  ['a', 'read', '{"x":1}'],
  ['b', 'read', '{"x":2}'],
]

describe('the pieces of tool calls', () => {
  it.each<[string, readonly Readonly<Record<string, unknown>>[], unknown]>([
    [
      'by index, interleaved',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '' } },
        { index: 1, id: 'b', function: { name: 'read', arguments: '' } },
        { index: 0, function: { arguments: '{"x"' } },
        { index: 1, function: { arguments: '{"x":2' } },
        { index: 0, function: { arguments: ':1}' } },
        { index: 1, function: { arguments: '}' } },
      ],
      two,
    ],
    [
      'with index 0 for every call',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '{"x":' } },
        { index: 0, function: { arguments: '1}' } },
        { index: 0, id: 'b', function: { name: 'read', arguments: '{"x":2}' } },
      ],
      two,
    ],
    [
      'with index 0 for every call and nothing in the first',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '' } },
        { index: 0, id: 'b', function: { name: 'read', arguments: '{"x":2}' } },
      ],
      [['a', 'read', ''], two[1]],
    ],
    [
      'without any index',
      [
        { id: 'a', function: { name: 'read', arguments: '{"x":' } },
        { function: { arguments: '1}' } },
        { id: 'b', function: { name: 'read' } },
        { function: { arguments: '{"x":2}' } },
      ],
      two,
    ],
    [
      'with id and name in every piece',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '{"x":' } },
        { index: 0, id: 'a', function: { name: 'read', arguments: '1}' } },
        { index: 1, id: 'b', function: { name: 'read', arguments: '{"x":2' } },
        { index: 1, id: 'b', function: { name: 'read', arguments: '}' } },
      ],
      two,
    ],
    [
      'by index, with one id for all of them',
      [
        { index: 0, id: 'same', function: { name: 'read', arguments: '{"x":' } },
        { index: 1, id: 'same', function: { name: 'read', arguments: '' } },
        { index: 0, id: 'same', function: { arguments: '1}' } },
        { index: 1, id: 'same', function: { arguments: '{"x":2}' } },
      ],
      [
        ['same', 'read', '{"x":1}'],
        ['same', 'read', '{"x":2}'],
      ],
    ],
    [
      'whole, with an object for arguments, without ids',
      [{ function: { name: 'read', arguments: { x: 1 } } }, { function: { name: 'read', arguments: { x: 2 } } }],
      [
        ['made_0', 'read', '{"x":1}'],
        ['made_1', 'read', '{"x":2}'],
      ],
    ],
    [
      'with the id after the first piece',
      [
        { index: 0, function: { name: 'read', arguments: '{"x":' } },
        { index: 0, id: 'a', function: { arguments: '1}' } },
      ],
      [['made_0', 'read', '{"x":1}']],
    ],
    ['with null where nothing is said', [{ index: 0, id: 'a', function: { name: 'read', arguments: null } }], [['a', 'read', '']]],
  ])('are put together %s', (_what, pieces, calls) => {
    expect(gather(...pieces)).toEqual(calls)
  })
})

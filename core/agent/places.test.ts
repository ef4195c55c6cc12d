import { z } from 'zod'
import { expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import type { Tool, ToolContext } from '../tools/types.ts'
import type { ReadCall } from './calls.ts'
import { runCall } from './run-call.ts'
import type { TurnDeps } from './types.ts'

it('a write changes the place it was allowed for and no other', async () => {
  const changed: string[] = []
  const context = { beforeChange: async (place: string) => void changed.push(place) } as unknown as ToolContext
  const deps = {
    clock: systemClock,
    decide: async () => ({ kind: 'run', allowed: { layer: 'mode' }, places: ['/proj/a.txt'] }),
    contextFor: () => context,
    redact: (text: string) => text,
    emit: () => undefined,
    record: () => undefined,
  } as unknown as TurnDeps
  const writer = (place: string) =>
    ({
      name: 'write_file',
      input: z.object({}),
      category: 'write',
      paths: () => [],
      async run(_input: unknown, { beforeChange }: ToolContext) {
        await beforeChange(place, new Uint8Array())
        return { content: [], meta: {} }
      },
    }) as unknown as Tool
  const run = (place: string) =>
    runCall(
      deps,
      {
        part: { type: 'tool_call', toolCallId: 'c', name: 'write_file', input: {}, category: 'write' },
        reading: { kind: 'runnable', call: { toolCallId: 'c', tool: writer(place), input: {} } },
      } as unknown as ReadCall,
      { turnId: 't', bound: async (_, { content, meta }) => ({ content, meta }), signal: new AbortController().signal },
    )
  expect([(await run('/proj/a.txt'))?.message.isError, (await run('/elsewhere/a.txt'))?.message.isError]).toEqual([false, true])
  expect(changed).toEqual(['/proj/a.txt'])
})

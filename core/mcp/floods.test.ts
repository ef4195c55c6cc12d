import { PassThrough, Writable } from 'node:stream'
import type { Client } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createContent } from './content/index.ts'
import { listTools } from './list-tools.ts'
import { readTools } from './remote-tools.ts'
import { createStdioTransport } from './stdio-transport.ts'

const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await Promise.resolve()
}

it('a resource that changes a hundred thousand times while it is read is read once more', async () => {
  const reads: ((answer: object) => void)[] = []
  const ask = () => new Promise<never>((resolve) => reads.push(resolve as never))
  const content = createContent({ name: 's', offers: () => ['resources'], ask, watch: async () => undefined })
  content.watch('a:b')
  for (let n = 0; n < 100_000; n += 1) content.updated('a:b')
  expect(reads).toHaveLength(1)
  reads[0]?.({ contents: [{ text: 'old' }] })
  await turns(20)
  expect(reads).toHaveLength(2)
  reads[1]?.({ contents: [{ text: 'new' }] })
  await turns(20)
  expect([reads.length, content.latest.get('a:b')]).toEqual([2, 'new'])
})

/** A server whose every page holds so many tools and names another one. */
function pages(perPage: number, last = Number.POSITIVE_INFINITY) {
  const timeouts: number[] = []
  // Each page takes a millisecond.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => timeouts.length)
  onTestFinished(() => clock.mockRestore())
  const client = {
    getServerCapabilities: () => ({ tools: {} }),
    request: async (_: unknown, __: unknown, { timeout }: { timeout: number }) => {
      timeouts.push(timeout)
      const nextCursor = timeouts.length >= last ? undefined : String(timeouts.length)
      return { tools: Array.from({ length: perPage }, (_item, at) => ({ name: `t${at}` })), nextCursor }
    },
  }
  return { client: client as unknown as Client, timeouts }
}

it('a list of tools is cut at 5,000, on one page or on many, and all its pages share one time', async () => {
  const notes: string[] = []
  const listing = { timeoutMs: 10_000, server: 's', log: { log: (_: string, __: string, text: string) => void notes.push(text) } }
  const one = pages(50_000, 1)
  expect(await listTools(one.client, listing)).toHaveLength(5_000)
  const many = pages(30)
  expect(await listTools(many.client, listing)).toHaveLength(5_000)
  expect(notes).toEqual(['the list of tools is cut', 'the list of tools is cut'])
  expect([many.timeouts[0], many.timeouts.at(-1)]).toEqual([10_000, 9_834])
  const whole = pages(2_500, 2)
  expect(await listTools(whole.client, listing)).toHaveLength(5_000)
  expect(notes).toHaveLength(2)
})

it('a tool whose schemas are nested 10,000 deep, wherever, is set aside and costs no other', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)
  const cycle = { type: 'object', properties: { a: { $ref: '#' } } }
  const listed = [
    { name: 'in', inputSchema: { type: 'object', properties: { a: deep } } },
    { name: 'out', outputSchema: deep },
    { name: 'hints', annotations: { deep } },
    { name: 'cycle', inputSchema: cycle },
  ]
  const read = readTools('s', listed, { tools: { allow: ['*'], deny: [] }, trustsAnnotations: false } as never)
  expect(read.map(({ name, quarantined }) => [name, quarantined])).toEqual([
    ['in', true],
    ['out', true],
    ['hints', true],
    ['cycle', false],
  ])
})

it('a server that asks without ever reading is not answered without end', async () => {
  const stuck = new Writable({ highWaterMark: 1, write: () => undefined })
  const transport = createStdioTransport(() => stuck)
  const answer = { jsonrpc: '2.0' as const, id: 1, result: { text: 'x'.repeat(1024 * 1024) } }
  let sent = 0
  await expect(
    (async () => {
      for (; sent < 50; sent += 1) await transport.send(answer)
    })(),
  ).rejects.toThrow('reads nothing')
  expect(sent).toBeLessThan(20)
  stuck.destroy()
  const open = new PassThrough()
  await createStdioTransport(() => open).send(answer)
  expect(open.readableLength).toBeGreaterThan(1024 * 1024)
})

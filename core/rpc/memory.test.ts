import { expect, it } from 'vitest'
import type { ClientFrame } from '../contract/frames.ts'
import { serveConnection } from './connection.ts'
import { memoryPair } from './memory.ts'
import { describeTransport } from './transport-suite.ts'

describeTransport('memory', async (options) => {
  const { client, host } = memoryPair()
  const connection = serveConnection({ ...options, send: host.send, onEnd: host.close })
  host.onFrame(connection.receive)
  host.onClose(connection.close)
  return {
    transport: client,
    sendRaw: (value) => client.send(value as ClientFrame),
    endFromHost: host.close,
    stop: async () => client.close(),
  }
})

it('delivers copies, and later', async () => {
  const { client, host } = memoryPair()
  const input = { path: 'before' }
  const got: unknown[] = []
  host.onFrame((frame) => got.push(frame))
  client.send({ type: 'call', id: 1, method: 'files.reference', input })
  input.path = 'after'
  expect(got).toEqual([])
  await Promise.resolve()
  expect(got).toEqual([{ type: 'call', id: 1, method: 'files.reference', input: { path: 'before' } }])
})

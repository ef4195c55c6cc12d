import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { watchContacts, type ContactStep } from '../../platform/index.ts'
import { openHostGate } from './host-gate.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A host of this machine, a gate to it, and what was told of the requests that went to it. */
async function gate(): Promise<{ host: string; socketPath: string; told: ContactStep[]; leave: () => Promise<unknown> }> {
  const server = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const leave = () => new Promise((resolve) => server.close(resolve))
  closers.push(leave)
  const folder = mkdtempSync(join(tmpdir(), 'mewcode-gate-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const socketPath = join(folder, 'gate')
  const opened = await openHostGate(socketPath, ['127.0.0.1'])
  closers.push(() => opened.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const told: ContactStep[] = []
  closers.push(watchContacts((step) => step.host === host && told.push(step)))
  return { host, socketPath, told, leave }
}

it('what a held program asks for is told as a program’s: a plain request', async () => {
  const { host, socketPath, told } = await gate()
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  request({ socketPath, path: `http://${host}/x`, headers: { host } }, (answer) => resolve(answer.resume().statusCode))
    .on('error', reject)
    .end()
  expect(await promise).toBe(404)
  expect(told).toContainEqual({ host, purpose: 'program', outcome: 'answered', status: 404 })
})

it('and a tunnel, also to where nobody answers', async () => {
  const { host, socketPath, told, leave } = await gate()
  const tunnel = (): Promise<number | undefined> =>
    new Promise((resolve) =>
      request({ socketPath, method: 'CONNECT', path: host })
        .on('connect', ({ statusCode }, socket) => resolve((socket.destroy(), statusCode)))
        .on('error', () => resolve(undefined))
        .end(),
    )
  expect(await tunnel()).toBe(200)
  await leave()
  expect(await tunnel()).toBeUndefined()
  const step = { host, purpose: 'program', status: null }
  expect(told).toEqual(['waiting', 'answered', 'waiting', 'failed'].map((outcome) => ({ ...step, outcome })))
})

import { expect, it } from 'vitest'
import type { FileTickets } from '../../core/app/types.ts'
import { AppError } from '../../core/contract/errors.ts'
import { answerTicket } from './ticket-files.ts'

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>parent.mewcode.send()</script></svg>')

const tickets = {
  maxBytes: () => 4,
  put: async (_path: string, bytes: Uint8Array) => ({ size: bytes.length }),
  get: async (path: string) => {
    if (path.endsWith('old')) throw new AppError('files.ticket_invalid')
    return 'long output'
  },
  media: async (path: string) => (path.endsWith('picture') ? { bytes: SVG, type: 'image/svg+xml' } : undefined),
} as unknown as FileTickets

it.each([
  ['GET', 'text', undefined, 200, 'text/plain; charset=utf-8'],
  ['GET', 'picture', undefined, 200, 'image/svg+xml'],
  ['GET', 'old', undefined, 401, 'application/json'],
  ['PUT', 'up', 'four', 200, 'application/json'],
  ['PUT', 'up', 'longer', 413, 'application/json'],
  ['DELETE', 'text', undefined, 405, null],
])('%s %s %s is answered with %i, and nothing of it may load or run anything', async (method, name, body, status, type) => {
  const request = new Request(`mewcode-app://app/files/${name}`, { method, ...(body !== undefined && { body }) })
  const answer = await answerTicket(request, tickets)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/)
  expect([answer.headers.get('x-content-type-options'), answer.headers.get('cache-control')]).toEqual(['nosniff', 'no-store'])
})

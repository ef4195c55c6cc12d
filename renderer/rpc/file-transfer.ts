import { AppError } from '../../core/contract/errors.ts'
import type { FileTransfer } from './connection.ts'

/** Ticket paths are served by the host beside the page itself; a ticket is its own permission, valid once. */
export function createFileTransfer(request: typeof fetch = (input, init) => fetch(input, init)): FileTransfer {
  return {
    async put(path, body, signal) {
      const response = await checked(request(path, { method: 'PUT', body, signal: signal ?? null }))
      return response.json()
    },
    async get(path, signal) {
      const response = await checked(request(path, { signal: signal ?? null }))
      return response.text()
    },
  }
}

async function checked(pending: Promise<Response>): Promise<Response> {
  const response = await pending
  if (!response.ok) throw new AppError('internal', { params: { detail: `HTTP ${response.status}` } })
  return response
}

import { RpcError } from '../../core/contract/client.ts'
import { errorText } from '../../core/contract/error-texts.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { textField, textFields } from '../lib/fields.ts'
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
    async blob(path) {
      const response = await checked(request(path))
      return response.blob()
    },
  }
}

async function checked(pending: Promise<Response>): Promise<Response> {
  const response = await pending
  if (response.ok) return response
  throw new RpcError(hostError(await response.text()) ?? plainError(`HTTP ${response.status}`))
}

/** The host says why in the wire's own form; anything else (a proxy's page, an empty body) is only a status. */
function hostError(body: string): WireError | undefined {
  if (!body.startsWith('{')) return undefined
  const value: unknown = JSON.parse(body)
  const [code, message, fix] = ['code', 'message', 'fix'].map((name) => textField(value, name))
  if (code === undefined || message === undefined) return undefined
  const params: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'params') : undefined
  return { code, message, fix: fix ?? '', params: textFields(params) }
}

function plainError(detail: string): WireError {
  const { what, fix } = errorText('internal', { detail }, 'en')
  return { code: 'internal', message: what, fix, params: { detail } }
}

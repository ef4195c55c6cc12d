import type { Server } from 'node:http'
import { AppError } from '../contract/errors.ts'

/** Binds the server to the loopback, to any free port for 0; resolves to the port. `AppError('usage.port_unavailable')`. */
export async function bindLoopback(server: Server, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host: '127.0.0.1' }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new AppError('usage.port_unavailable', { params: { port, reason }, cause })
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

import type { McpStdioLaunch } from '../config/types.ts'
import { startServer } from './child.ts'
import { isRefusal } from './failures.ts'
import { shakeHands, type Making } from './handshake.ts'
import type { Connection } from './types.ts'

/** Starts a server's program and greets it. */
export async function overChild(launch: McpStdioLaunch, making: Making): Promise<Connection> {
  const start = async (mode: 'legacy' | 'auto'): Promise<Connection> => {
    making.input.signal.throwIfAborted()
    const child = await startServer(launch, { deps: making.deps, projectRoot: making.input.projectRoot, ring: making.ring })
    making.closers.push(child.close)
    making.input.onStep('spawn')
    making.input.signal.throwIfAborted()
    return shakeHands(child.transport, { making, mode, child })
  }
  try {
    return await start('legacy')
  } catch (error) {
    if (!isRefusal(error)) throw error
    // It may know the newer protocol only. A fresh process, since some end at a question they do not know.
    await Promise.all(making.closers.map((one) => one('quick')))
    return start('auto')
  }
}

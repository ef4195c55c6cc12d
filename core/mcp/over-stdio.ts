import type { McpStdioLaunch } from '../config/types.ts'
import { startServer } from './child.ts'
import type { Era } from './eras.ts'
import { isRefusal } from './failures.ts'
import { shakeHands, type Making } from './handshake.ts'
import type { Connection } from './types.ts'

/** Starts a server's program and greets it, in the older way unless it is known to speak the newer one. */
export async function overChild(launch: McpStdioLaunch, making: Making): Promise<Connection> {
  const { eras } = making.deps
  if (launch.era !== 'auto') return start(launch, launch.era, making)
  if ((await eras.of(launch)) === 'modern') {
    const known = await start(launch, 'modern', making).catch(() => undefined)
    if (known) return known
    // What stands behind the same command may be another program now: it is asked as one nobody knows.
    await clearAway(making)
  }
  try {
    const made = await start(launch, 'legacy', making)
    await eras.learn(launch, 'legacy')
    return made
  } catch (error) {
    if (!isRefusal(error)) throw error
    // It may know the newer protocol only. A fresh process, since some end at a question they do not know.
    await clearAway(making)
    const made = await start(launch, 'auto', making)
    await eras.learn(launch, made.era)
    return made
  }
}

async function start(launch: McpStdioLaunch, mode: Era | 'auto', making: Making): Promise<Connection> {
  const { input, deps, ring, closers } = making
  input.signal.throwIfAborted()
  const child = await startServer(launch, { deps, projectRoot: input.projectRoot, ring })
  closers.push(child.close)
  input.onStep('spawn')
  input.signal.throwIfAborted()
  return shakeHands(child.transport, { making, mode, child })
}

async function clearAway({ closers }: Making): Promise<void> {
  await Promise.all(closers.map((one) => one('quick')))
}

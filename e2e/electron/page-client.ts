import type { Page } from '@playwright/test'
import { createClient, type RpcConnection } from '../../core/contract/client.ts'
import type { HostFrame } from '../../core/contract/frames.ts'

/** A client in the place of the page's own script: it talks through the bridge that the built preload exposed. */
export async function connectPage(page: Page): Promise<RpcConnection> {
  const listeners = new Set<(frame: HostFrame) => void>()
  const name = `got${Math.random().toString(36).slice(2)}`
  await page.exposeFunction(name, (frame: HostFrame) => {
    for (const listener of listeners) listener(frame)
  })
  await page.evaluate((got) => void window.mewcode!.onFrame((frame) => (Reflect.get(window, got) as (one: unknown) => void)(frame)), name)
  const client = createClient(
    {
      send: (frame) => void page.evaluate((one) => window.mewcode!.send(one), frame).catch(() => undefined),
      onFrame: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
      onClose: () => () => undefined,
      close: () => undefined,
    },
    { hello: { appVersion: 'test' } },
  )
  await client.ready
  return client
}

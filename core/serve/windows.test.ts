import { expect, it } from 'vitest'
import type { HelloFrame } from '../contract/frames.ts'
import { PROTOCOL_VERSION } from '../contract/protocol.ts'
import { connectCore } from '../testing/index.ts'
import { createDoor } from './windows.ts'

it('lets Home in as often as it greets, and forgets each page with its connection', async () => {
  const app = await connectCore()
  try {
    const { windows } = app.core
    const door = createDoor({ token: 'the-token', home: true, windows })
    const hello: HelloFrame = { type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1.0.0', token: 'the-token' }
    const pages = [door(hello), door(hello)]
    const ids = pages.map(({ windowId }) => windowId)
    expect([new Set(ids).size, pages.map(({ projectId }) => projectId)]).toEqual([2, [undefined, undefined]])
    windows.detach(ids[0] ?? '')
    expect(ids.map((id) => windows.find(id)?.windowId)).toEqual([undefined, ids[1]])
  } finally {
    await app.close()
  }
})

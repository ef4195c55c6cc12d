import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { guardContents, guardSession, type GuardedContents, type GuardedSession } from './guards.ts'

type OpenHandler = (details: { url: string }) => { action: string }

function guarded() {
  const contents = new EventEmitter()
  const opened: string[] = []
  let openHandler: OpenHandler | undefined
  Object.assign(contents, { setWindowOpenHandler: (handler: OpenHandler) => (openHandler = handler) })
  guardContents(contents as unknown as GuardedContents, { openExternal: (address) => opened.push(address) })
  const emit = (name: string, details: object = {}): boolean => {
    let prevented = false
    contents.emit(name, { ...details, preventDefault: () => (prevented = true) })
    return prevented
  }
  return { emit, opened, open: (url: string) => openHandler?.({ url }) }
}

it.each([
  ['https://example.com/a?b=c', ['https://example.com/a?b=c']],
  ['mailto:a@example.com', ['mailto:a@example.com']],
  ['file:///etc/passwd', []],
  ['javascript:alert(1)', []],
  ['vscode://file/etc/passwd', []],
  ['smb://server/share', []],
  ['mewcode-app://app.evil/', []],
  ['not an address', []],
])('a window never goes to %s, and only web and mail addresses are offered to the system', (url, offered) => {
  const { emit, opened, open } = guarded()
  expect([emit('will-navigate', { url }), open(url)]).toEqual([true, { action: 'deny' }])
  expect(opened).toEqual([...offered, ...offered])
})

it('a page may reload itself', () => {
  const { emit, opened } = guarded()
  expect([emit('will-navigate', { url: 'mewcode-app://app/' }), opened]).toEqual([false, []])
})

it('refuses redirects, frames and web views, and offers none of them outside', () => {
  const { emit, opened } = guarded()
  const url = 'https://example.com/'
  expect([emit('will-redirect', { url }), emit('will-frame-navigate', { url, isMainFrame: false }), emit('will-attach-webview')]).toEqual([
    true,
    true,
    true,
  ])
  expect(opened).toEqual([])
})

it('grants clipboard writing and notifications to our own page, and nothing else to anyone', () => {
  let request: (contents: null, permission: string, answer: (granted: boolean) => void, details: object) => void = () => undefined
  let check: (contents: null, permission: string, origin: string, details: object) => boolean = () => true
  let device: () => boolean = () => true
  guardSession({
    on: () => undefined,
    setPermissionRequestHandler: (handler: typeof request) => (request = handler),
    setPermissionCheckHandler: (handler: typeof check) => (check = handler),
    setDevicePermissionHandler: (handler: typeof device) => (device = handler),
  } as unknown as GuardedSession)
  const asked = (permission: string, url: string, isMainFrame = true): boolean[] => {
    const answers: boolean[] = []
    request(null, permission, (granted) => answers.push(granted), { requestingUrl: url, isMainFrame })
    return [...answers, check(null, permission, url, { isMainFrame })]
  }
  const own = 'mewcode-app://app/'
  expect({
    clipboard: asked('clipboard-sanitized-write', own),
    notifications: asked('notifications', own),
    reading: asked('clipboard-read', own),
    camera: asked('media', own),
    stranger: asked('notifications', 'https://example.com/'),
    frame: asked('notifications', own, false),
    device: device(),
  }).toEqual({
    clipboard: [true, true],
    notifications: [true, true],
    reading: [false, false],
    camera: [false, false],
    stranger: [false, false],
    frame: [false, false],
    device: false,
  })
})

it.each([
  ['blob:mewcode-app://app/0b7c', false],
  ['blob:https://example.com/0b7c', true],
  ['mewcode-app://app/index.html', true],
  ['https://example.com/setup.exe', true],
  ['data:text/html,hello', true],
  ['file:///etc/passwd', true],
])('a download of %s is refused: %j', (url, refused) => {
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
  })
  guardSession(session as unknown as GuardedSession)
  let isPrevented = false
  session.emit('will-download', { preventDefault: () => (isPrevented = true) }, { getURL: () => url })
  expect(isPrevented).toBe(refused)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLinks, readIdentity } from './identity.ts'

/** A tab's address bar, its own storage and its reloads. */
function tab(hash: string) {
  const kept = new Map<string, string>()
  const location = { hash, pathname: '/', search: '', reload: vi.fn<() => void>() }
  const listeners = new Set<() => void>()
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', { replaceState: () => void (location.hash = '') })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  })
  const paste = (fragment: string): void => {
    location.hash = fragment
    for (const listener of listeners) listener()
  }
  return { location, paste, listeners }
}

beforeEach(() => vi.unstubAllGlobals())
afterEach(() => vi.unstubAllGlobals())

it('takes token and window out of the address, and a reload shows them again', () => {
  const { location } = tab('#token=secret&window=w1')
  expect(readIdentity()).toEqual({ token: 'secret', windowId: 'w1' })
  expect(location.hash).toBe('')
  expect(readIdentity()).toEqual({ token: 'secret', windowId: 'w1' })
})

it('a link pasted into an open tab makes it that window, and leaves nothing in the address', () => {
  const { location, paste, listeners } = tab('#token=old&window=w1')
  readIdentity()
  const undo = followLinks()
  paste('#token=new')
  expect([location.hash, location.reload.mock.calls.length]).toEqual(['', 1])
  expect(readIdentity()).toEqual({ token: 'new', windowId: undefined })
  paste('#elsewhere')
  expect(location.reload).toHaveBeenCalledTimes(1)
  undo()
  expect(listeners.size).toBe(0)
})

import { expect, it } from 'vitest'
import type { Caller } from '../../core/contract/method.ts'
import { createDesktopWindows, type DesktopWindowsDeps } from './desktop-windows.ts'

function desktop() {
  const log: string[] = []
  const close = new Map<string, () => void>()
  let issued = 0
  const windows = {
    open: async (path: string) => ({ windowId: `w${++issued}`, projectId: `project of ${path}` }),
    openHome: () => ({ windowId: `w${++issued}`, projectId: undefined }),
    detach: (windowId: string) => void log.push(`detach ${windowId}`),
  } as unknown as DesktopWindowsDeps['windows']
  const show = ({ windowId }: Caller) => {
    log.push(`show ${windowId}`)
    return { focus: () => void log.push(`focus ${windowId}`), onClosed: (listener: () => void) => void close.set(windowId, listener) }
  }
  return { log, close: (windowId: string) => close.get(windowId)?.(), ...createDesktopWindows({ windows, show }) }
}

it('shows one window per folder and brings it up when the folder is opened again', async () => {
  const { log, openFolder } = desktop()
  const first = await openFolder('/a')
  await openFolder('/b')
  expect(await openFolder('/a')).toBe(first)
  expect(log).toEqual(['show w1', 'show w2', 'detach w3', 'focus w1'])
})

it('shows one Home, and a new one after it was closed', () => {
  const { log, close, openHome } = desktop()
  openHome()
  openHome()
  close('w1')
  openHome()
  expect(log).toEqual(['show w1', 'focus w1', 'show w2'])
})

it('brings up the newest window that is left, or Home', async () => {
  const { log, close, openFolder, front } = desktop()
  await openFolder('/a')
  await openFolder('/b')
  close('w2')
  front()
  close('w1')
  front()
  expect(log).toEqual(['show w1', 'show w2', 'focus w1', 'show w3'])
})

it('names the projects that have a window', async () => {
  const { close, openFolder, openHome, openProjects } = desktop()
  openHome()
  await openFolder('/a')
  await openFolder('/b')
  await openFolder('/a')
  expect(openProjects()).toEqual(['project of /b', 'project of /a'])
  close('w3')
  expect(openProjects()).toEqual(['project of /a'])
})

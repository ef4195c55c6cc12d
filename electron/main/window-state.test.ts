import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clampTo, openWindowState } from './window-state.ts'

const first = { x: 0, y: 0, width: 1920, height: 1080 }
const left = { x: -1280, y: 0, width: 1280, height: 1024 }

it.each([
  ['where it was', { x: 10, y: 10, width: 800, height: 600 }, [first], { x: 10, y: 10, width: 800, height: 600 }],
  ['on a monitor that is there', { x: -1200, y: 5, width: 800, height: 600 }, [first, left], { x: -1200, y: 5, width: 800, height: 600 }],
  ['not on one that is gone', { x: -1200, y: 5, width: 800, height: 600 }, [first], { x: 0, y: 5, width: 800, height: 600 }],
  ['not below the edge', { x: 5000, y: 5000, width: 800, height: 600 }, [first], { x: 1120, y: 480, width: 800, height: 600 }],
  ['not larger than the screen', { x: 0, y: 0, width: 9000, height: 9000 }, [first], first],
  ['not as a sliver', { x: 0, y: 0, width: 1, height: 1 }, [first], { x: 0, y: 0, width: 640, height: 480 }],
])('a window comes up %s', (_, bounds, areas, expected) => expect(clampTo(bounds, areas)).toEqual(expected))

it('brings back what was open, not what was closed by hand, and reads a broken file as empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mewcode-windows-'))
  const file = join(folder, 'windows.json')
  const bounds = { x: 1, y: 2, width: 800, height: 600 }
  const fail = (error: unknown): never => {
    throw error
  }
  const state = await openWindowState(file, fail)
  state.keep({ bounds, maximized: false })
  state.keep({ folder: '/a', bounds, maximized: true })
  state.keep({ folder: '/b', bounds, maximized: false })
  state.closed('/b')
  await state.flush()
  const again = await openWindowState(file, fail)
  expect(again.restore.map((place) => place.folder)).toEqual([undefined, '/a'])
  expect(again.placeOf('/b')).toEqual({ folder: '/b', bounds, maximized: false })
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -5))
  expect((await openWindowState(file, fail)).restore).toEqual([])
  await writeFile(file, JSON.stringify({ open: [{ folder: '/a', bounds: { ...bounds, x: '1' }, maximized: false }], closed: [] }))
  expect((await openWindowState(file, fail)).restore).toEqual([])
  await rm(folder, { recursive: true })
})

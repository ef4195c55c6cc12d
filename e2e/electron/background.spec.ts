import { expect } from '@playwright/test'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeWorld, type World } from '../serve/world.ts'
import { test } from './desktop-test.ts'
import { StandInApp } from './stand-in-app.ts'

test.skip(({ shell }) => shell !== 'stand-in', 'Nothing outside the system can press an icon of its tray.')

let world: World
let app: StandInApp
test.beforeEach(async ({ browser }) => {
  world = await makeWorld({
    script: () => ({ calls: [{ name: 'bash', input: { command: 'echo up > up.txt; sleep 60' } }] }),
    settings: 'defaultMode: bypassPermissions\n',
  })
  const bin = join(world.root, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'dbus-send'), '#!/bin/sh\necho "variant boolean true"\n')
  await chmod(join(bin, 'dbus-send'), 0o755)
  app = await StandInApp.start(browser, {
    bare: true,
    home: world.root,
    env: { MEWCODE_HOME: world.home, E2E_KEY: world.env['E2E_KEY'] ?? '', PATH: `${bin}:${process.env['PATH'] ?? ''}` },
  })
})
test.afterEach(async () => {
  await app.remove({ keepHome: true })
  await world.close()
})

test('work goes on without a window, whose icon brings the project back and quits', async () => {
  const home = await app.connect(0)
  await home.rpc.windows.open({ path: world.project })
  const { rpc } = await app.connect(1)
  const { id } = await rpc.sessions.create({})
  await rpc.turns.start({ sessionId: id, text: 'Go' })
  await expect.poll(() => world.read('up.txt').catch(() => '')).toBe('up\n')
  await app.app.press([1, 1])
  void app.app.quit()
  await expect.poll(async () => [(await app.app.windows()).length, (await app.app.tray())?.[0]]).toEqual([0, 'At work: 1'])
  const project = basename(world.project)
  expect(await app.app.tray()).toEqual(['At work: 1', project, 'Home', 'Quit MewCode'])
  await app.app.pressTray(project)
  await expect.poll(async () => [(await app.shown()).length, await app.app.tray()]).toEqual([1, undefined])
  void app.app.quit()
  await expect.poll(async () => [(await app.app.windows()).length, (await app.app.tray())?.[0]]).toEqual([0, 'At work: 1'])
  // It does not ask again: the person would stay.
  await app.app.press([2])
  void app.app.pressTray('Quit MewCode').catch(() => undefined)
  expect(await app.ended()).toBe(0)
})

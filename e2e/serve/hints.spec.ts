import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, messageBox, openProject, test } from './window.ts'

test('hints stand where a conversation begins until they are hidden, for good, and come back from the settings', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  const hints = page.getByRole('region', { name: 'Good to know' })
  await expect(hints).toContainText('Shift Tab')
  await hints.getByRole('button', { name: 'Hide these hints' }).click()
  await expect(hints).toBeHidden()
  // Another host on the same home: kept with the settings, not with the page.
  await openProject(page, await world.serve())
  await expect(messageBox(page)).toBeVisible()
  await expect(hints).toBeHidden()
  await page.evaluate(() => (location.hash = '#/settings/appearance/hints'))
  await page.getByRole('switch', { name: 'Hints' }).click()
  await page.evaluate(() => (location.hash = '#/settings/about/news'))
  await expect(page.locator('.lines li').first()).toBeVisible()
  await page.getByRole('button', { name: 'What is new' }).click()
  await expect(page.locator('.lines')).toBeHidden()
  await page.getByRole('button', { name: 'Close settings' }).click()
  await expect(hints).toBeVisible()
})

test('a newer version says so once, leads to what is new in the language of the window, and is gone by itself', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ settings: 'language: zh-CN\n' })
  const toast = page.getByRole('status').filter({ hasText: 'MewCode 已更新到' })
  const leads = toast.getByRole('button', { name: '新变化' })
  /** The next host is an update. */
  const wasOlder = (): void => {
    const database = new Database(path.join(world.home, 'mewcode.db'))
    expect(database.prepare("UPDATE newest_version SET version = '0.0.1'").run().changes).toBe(1)
    database.close()
  }
  await openProject(page, await world.serve())
  await expect(page.getByRole('region', { name: '小提示' })).toBeVisible()
  await expect(toast).toHaveCount(0)

  wasOlder()
  await page.clock.install()
  await page.goto((await world.serve()).link)
  await leads.hover()
  await page.clock.fastForward(60_000)
  await leads.click()
  await expect(page.locator('.lines li').first()).toContainText(/\p{Script=Han}/u)
  await expect(toast).toHaveCount(0)
  await page.reload()
  await expect(page.locator('.lines li').first()).toBeVisible()
  await expect(toast).toHaveCount(0)

  wasOlder()
  await page.goto((await world.serve()).link)
  await expect(leads).toBeVisible()
  await page.clock.fastForward(6000)
  await expect(toast).toHaveCount(0)
})

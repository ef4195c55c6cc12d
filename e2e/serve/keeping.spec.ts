import { readFile } from 'node:fs/promises'
import { test as accessible } from './accessible.ts'
import { expect, openProject, runOnce, send, test, turnEnds, type Page, type World, type WorldOptions } from './window.ts'

const options: WorldOptions = {
  files: { 'a.txt': 'one\n' },
  settings: 'permissions:\n  deny:\n    - Bash(git push:*)\n',
  script: [
    { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
    { calls: [{ name: 'bash', input: { command: 'touch made.txt' } }] },
    { calls: [{ name: 'bash', input: { command: 'git push --force' } }] },
    { text: 'Two of three.', usage: { input: 900, output: 40, cacheRead: 300 } },
  ],
}

async function worked(page: Page, openWorld: (options: WorldOptions) => Promise<World>): Promise<World> {
  const world = await openWorld(options)
  await openProject(page, await world.serve())
  await send(page, 'Do all three')
  await runOnce(page)
  await turnEnds(page)
  return world
}

async function openPage(page: Page, name: string): Promise<void> {
  if (!(await page.getByRole('navigation', { name: 'Sections of the settings' }).isVisible())) await page.keyboard.press('Control+Comma')
  await page.getByRole('button', { name, exact: true }).click()
}

const auditRows = (page: Page) => page.getByRole('region', { name: 'Audit', exact: true }).locator('li')

test('the audit tells each call and answer with who decided, filters, and is saved', async ({ page, openWorld }) => {
  await worked(page, openWorld)
  await openPage(page, 'Audit')
  await expect(auditRows(page).filter({ hasText: 'git push --force' })).toHaveText([/refused.*bash.*rule/])
  await expect(auditRows(page).filter({ hasText: 'touch made.txt' }).first()).toContainText('you')
  await auditRows(page).filter({ hasText: 'git push --force' }).getByRole('button').click()
  await expect(auditRows(page).filter({ hasText: 'git push --force' })).toContainText('Bash(git push:*)')

  await page.getByRole('button', { name: /^Decision/ }).click()
  await page.getByRole('menuitemradio', { name: 'refused' }).click()
  await expect(auditRows(page)).toHaveText([/git push --force/])
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.getByRole('menuitemradio', { name: 'Trust' }).click()
  await expect(page.getByText('Nothing was done here yet')).toBeVisible()
  await page.getByRole('button', { name: /^Decision/ }).click()
  await page.getByRole('menuitemradio', { name: 'All decisions' }).click()
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.getByRole('menuitemradio', { name: 'All kinds' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as JSON lines' }).click()
  const lines = (await readFile(await (await waiting).path(), 'utf8')).trim().split('\n')
  await expect(auditRows(page)).toHaveCount(lines.map((line) => JSON.parse(line) as object).length)
})

test('usage sums up by day and by session', async ({ page, openWorld }) => {
  await worked(page, openWorld)
  await openPage(page, 'Usage')
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(['4', /\d/, /\d %$/, /\d/])
  await expect(page.getByRole('img', { name: /by day/ })).toBeVisible()
  await page.getByRole('button', { name: /^Sum up by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Tool', exact: true }).click()
  await expect(table.getByRole('row', { name: /read_file/ }).getByRole('cell')).toHaveText(['1', '0', /\d ms$/])
  await page.getByRole('button', { name: /^Sum up by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Session' }).click()
  await expect(table.getByRole('rowheader')).toHaveText(['Do all three'])
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(['4', /\d/, /\d %$/, /\d/])
})

test('data says what is kept of each folder and deletes it after a question; Home makes a backup', async ({ page, openWorld }) => {
  const world = await worked(page, openWorld)
  await openPage(page, 'Data')
  const line = page.getByRole('region', { name: 'Data', exact: true }).getByRole('listitem').filter({ hasText: 'parcel-api' })
  await expect(line).toContainText('1 session')
  await line.getByRole('button', { name: 'Delete…' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete 1 session?' })
  await expect(sure.getByRole('button', { name: 'Keep them' })).toBeFocused()
  await sure.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Nothing is kept of any folder.')).toBeVisible()
  await page.getByRole('button', { name: 'Close settings' }).click()
  await expect(page.locator('[data-session-id]')).toHaveCount(0)
  expect(await world.read('made.txt')).toBe('')

  const home = await page.context().newPage()
  await home.goto((await world.serve({ home: true })).link)
  await expect(home.getByText('Own folder writable')).toBeVisible()
  await openPage(home, 'Data')
  await home.getByRole('button', { name: 'Make a backup' }).click()
  await expect(home.getByRole('status').filter({ hasText: 'Written to' })).toContainText(world.home)
})

accessible('usage, audit and data are accessible, narrow too', async ({ page, openWorld, expectAccessible }) => {
  await worked(page, openWorld)
  for (const [name, shown] of [
    ['Usage', page.getByRole('table')],
    ['Audit', auditRows(page).filter({ hasText: 'git push' })],
    ['Data', page.getByText('1 session')],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openPage(page, name)
    if (name === 'Audit') await auditRows(page).first().getByRole('button').click()
    await expectAccessible(name, shown)
    await page.setViewportSize({ width: 900, height: 600 })
    await expectAccessible(`${name}, narrow`, shown)
  }
})

test('the hosts that were contacted are told by name, purpose and outcome, and forgotten on a press', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'Hello.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Say hello')
  await turnEnds(page)
  await openPage(page, 'Privacy')
  const log = page.getByRole('list', { name: 'Hosts that were contacted' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Model' })).toHaveText(
    /^127\.0\.0\.1:\d+Model +· on this machineanswered 200once · first/,
  )
  await page.getByRole('button', { name: 'Clear the log' }).click()
  await expect(page.getByText('No host has been contacted yet.')).toBeVisible()
  await expect(log).toHaveCount(0)
})

import { appendFile } from 'node:fs/promises'
import { test as accessible } from './accessible.ts'
import { expect, openProject, send, test, turnEnds, type Page, type World, type WorldOptions } from './window.ts'

const NODE = JSON.stringify(process.execPath)
/** Prints a line whenever the file beside it grows, so that the test is its clock. */
const ticker =
  "import { readFileSync, watch, writeFileSync } from 'node:fs'\nlet seen = ''\nconst look = () => {\n  const now = readFileSync('ticks.txt', 'utf8')\n  if (now !== seen) process.stdout.write(now.slice(seen.length))\n  seen = now\n}\nwriteFileSync('pid.txt', String(process.pid))\nlook()\nwatch('ticks.txt', look)\n"

const script = [
  { calls: [{ name: 'bash', input: { command: `${NODE} ticker.mjs`, background: true, description: 'Counts the ticks' } }] },
  { text: 'It runs beside us.' },
]
const world: WorldOptions = {
  files: { 'ticker.mjs': ticker, 'ticks.txt': 'tick 1\n' },
  settings: 'defaultMode: bypassPermissions\n',
  script,
}
const panel = (page: Page) => page.getByRole('region', { name: 'Shells', exact: true })

async function openShells(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Shells/ }).click()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function tick(of: World, n: number): Promise<void> {
  await appendFile(`${of.project}/ticks.txt`, `tick ${n}\n`)
}

test('a background command is seen with its newest lines while it runs, in every window, and is stopped for good', async ({
  page,
  context,
  openWorld,
}) => {
  const made = await openWorld(world)
  const host = await made.serve()
  await openProject(page, host)
  await openShells(page)
  await expect(panel(page)).toContainText('No background commands')
  await send(page, 'Run the ticker')
  await turnEnds(page)
  await expect(page.getByRole('tab', { name: /^Shells/ })).toContainText('1')
  await expect(panel(page)).toContainText('Counts the ticks')
  await expect(panel(page)).toContainText('running')
  await expect(panel(page).getByRole('log')).toHaveText(/tick 1/)
  await tick(made, 2)
  await expect(panel(page).getByRole('log')).toHaveText(/tick 1\s+tick 2/)

  await page.reload()
  await openShells(page)
  await expect(panel(page).getByRole('log')).toHaveText(/tick 1\s+tick 2/)
  const other = await context.newPage()
  await openProject(other, host)
  await other.locator('[data-session-id]').getByRole('button').first().click()
  await openShells(other)
  await tick(made, 3)
  for (const each of [page, other]) await expect(panel(each).getByRole('log')).toContainText('tick 3')

  const pid = Number(await made.read('pid.txt'))
  expect(isAlive(pid)).toBe(true)
  await panel(page).getByRole('button', { name: 'Stop' }).click()
  for (const each of [page, other]) {
    await expect(panel(each)).toContainText('stopped')
    await expect(panel(each).getByRole('button', { name: 'Stop' })).toHaveCount(0)
  }
  // One that was ended stands in the table until its parent has looked.
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect(page.getByRole('tab', { name: 'Shells', exact: true })).toBeVisible()
})

test('one that fails by itself says its exit code', async ({ page, openWorld }) => {
  const made = await openWorld({
    settings: 'defaultMode: bypassPermissions\n',
    script: [{ calls: [{ name: 'bash', input: { command: 'echo gone wrong; exit 3', background: true } }] }, { text: 'Started.' }],
  })
  await openProject(page, await made.serve())
  await send(page, 'Run it')
  await openShells(page)
  await expect(panel(page)).toContainText('exit 3')
  await expect(panel(page).getByRole('log')).toContainText('gone wrong')
})

accessible(
  'the shells panel is accessible: empty, running, narrow, stopped; tabs by keyboard',
  async ({ page, openWorld, expectAccessible }) => {
    const made = await openWorld(world)
    await openProject(page, await made.serve())
    await page.getByRole('tab', { name: 'Changes' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Tasks' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Files' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Shells' })).toBeFocused()
    await expectAccessible('no shells', panel(page).getByText('No background commands'))
    await send(page, 'Run the ticker')
    await turnEnds(page)
    await expectAccessible('a running shell', panel(page).getByRole('log'))
    await page.setViewportSize({ width: 900, height: 600 })
    await page.getByRole('button', { name: 'Show the side panel' }).click()
    await expectAccessible('a running shell, narrow', panel(page).getByRole('log'))
    await panel(page).getByRole('button', { name: 'Stop' }).click()
    await expectAccessible('a stopped shell', panel(page).getByText('stopped'))
  },
)

import { test as accessible } from './accessible.ts'
import { wireOf } from './wire.ts'
import { approvalCard, expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

const finder = (page: Page) => page.getByRole('combobox', { name: /^(Search settings|搜索设置)$/ })

/** From anywhere to the option that the words name, by keys alone. */
async function find(page: Page, words: string): Promise<void> {
  if (!(await finder(page).isVisible())) await page.keyboard.press('Control+Comma')
  await finder(page).focus()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

test('a key is recorded by its place, told where it meets another, used, and given back', async ({ page, openWorld }) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  await find(page, 'side panel')
  await expect(page).toHaveURL(/#\/settings\/shortcuts\/panel$/)
  const panel = page.getByRole('button', { name: /^Keys for “Show or hide the side panel”/ })
  await expect(panel).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await expect(page.getByText('Those keys write, edit or move the focus.')).toBeVisible()
  await page.keyboard.press('Control+KeyB')
  await expect(page.getByText('Also the keys of “Show or hide the sessions”')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+Period')
  await expect(panel).toHaveAccessibleName(/Ctrl Shift \./)

  await page.reload()
  // Kept by the host, so they are there once it has said so.
  await expect(panel).toHaveAccessibleName(/Ctrl Shift \./)
  await page.keyboard.press('Control+Comma')
  const side = page.getByRole('complementary')
  await expect(side).toBeVisible()
  await page.keyboard.press('Control+KeyJ')
  await expect(side).toBeVisible()
  await page.keyboard.press('Control+Shift+Period')
  await expect(side).toHaveCount(0)
  await find(page, '侧面板')
  await page.getByRole('button', { name: 'Usual keys for “Show or hide the side panel”' }).click()
  await expect(panel).toHaveAccessibleName(/Ctrl J/)
})

test('a setting is found by what people call it, where its name says otherwise', async ({ page, openWorld }) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  for (const [words, place] of [
    ['api key', 'models'],
    ['proxy', 'network/proxy'],
    ['深色', 'appearance/theme'],
  ] as const) {
    await find(page, words)
    await expect(page).toHaveURL(new RegExp(`#/settings/${place}$`))
  }
})

test('F6 goes round the parts of the window', async ({ page, openWorld }) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  await expect(messageBox(page)).toBeFocused()
  const pane = () => page.evaluate(() => document.activeElement?.closest('[data-pane]')?.className.split(' ').at(-1) ?? '')
  const seen = []
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('F6')
    seen.push(await pane())
  }
  expect(seen).toEqual(['panel', 'status', 'sidebar', 'chat'])
  await expect(messageBox(page)).toBeFocused()
  await page.keyboard.press('Shift+F6')
  expect(await pane()).toBe('sidebar')
})

test('an approval is told by the system while nobody looks, leads back to its session, and is taken away once answered', async ({
  page,
  context,
  openWorld,
}) => {
  // Playwright's permission stands for what the person pressed in the browser's own question; what the page shows is recorded.
  await context.addInitScript(() => {
    const shown: { title: string; silent: boolean; isClosed: boolean; press(): void }[] = []
    let permission: NotificationPermission = 'default'
    class Recorder extends EventTarget {
      static get permission() {
        return permission
      }
      static async requestPermission() {
        permission = 'granted'
        return permission
      }
      close: () => void
      constructor(title: string, { silent = false }: NotificationOptions) {
        super()
        const entry = { title, silent: silent === true, isClosed: false, press: () => void this.dispatchEvent(new Event('click')) }
        shown.push(entry)
        this.close = () => void (entry.isClosed = true)
      }
    }
    Object.assign(window, { Notification: Recorder, shown, isLookedAt: true })
    document.hasFocus = () => (window as unknown as { isLookedAt: boolean }).isLookedAt
  })
  const shown = () =>
    page.evaluate(() =>
      (window as unknown as { shown: { title: string; silent: boolean; isClosed: boolean }[] }).shown.map(
        ({ title, silent, isClosed }) => `${title}${silent ? ', silent' : ''}${isClosed ? ', closed' : ''}`,
      ),
    )
  const look = (isLookedAt: boolean) => page.evaluate((is) => Object.assign(window, { isLookedAt: is }), isLookedAt)
  const edit = { calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }] }
  const world = await openWorld({ script: [edit, { text: 'One.' }, { text: 'Two.' }, edit, { text: 'Three.' }] })
  await openProject(page, await world.serve())
  await find(page, '允许通知')
  await page.keyboard.press('Escape')
  await finder(page).fill('notifications')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'With a sound' })).toBeDisabled()
  await page.getByRole('button', { name: 'Allow notifications' }).click()
  await page.getByRole('switch', { name: 'With a sound' }).click()
  await page.getByRole('button', { name: 'Close settings' }).click()

  await send(page, 'Looked at')
  await approvalCard(page)
    .getByRole('button', { name: /^Run once/ })
    .click()
  await turnEnds(page)
  expect(await shown()).toEqual([])
  await look(false)
  await send(page, 'Not looked at')
  await turnEnds(page, 2)
  await expect.poll(shown).toEqual(['Done: Looked at, silent'])
  await send(page, 'Ask me')
  await expect.poll(shown).toContain('Waits for you: Looked at, silent')
  await page.keyboard.press('Control+Comma')
  await page.evaluate(() => (window as unknown as { shown: { press(): void }[] }).shown.at(-1)?.press())
  await expect(approvalCard(page)).toBeVisible()
  await look(true)
  await approvalCard(page)
    .getByRole('button', { name: /^Run once/ })
    .click()
  await turnEnds(page, 3)
  await expect.poll(shown).toEqual(['Done: Looked at, silent', 'Waits for you: Looked at, silent, closed'])
})

accessible(
  'the settings’ own pages are accessible, with a newer version and without a network, and their search',
  async ({ page, openWorld, expectAccessible }) => {
    const world = await openWorld()
    const wire = await wireOf(page)
    await openProject(page, await world.serve())
    await page.keyboard.press('Control+Comma')
    for (const name of ['Appearance', 'Shortcuts', 'Notifications', 'Network', 'Privacy', 'About & doctor']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expectAccessible(name, page.getByRole('heading', { level: 2 }))
    }
    // Only an installed app looks for newer versions of itself.
    const update = page.locator('[data-setting="update"]')
    await expect.poll(() => wire.asked('updates.state'), { timeout: 10_000 }).toBe(1)
    await expect(update).toHaveCount(0)
    const problem = { code: 'update.failed', message: '', fix: '', retryable: false, params: { detail: 'no answer' } }
    await expect(async () => {
      // The host's own answer may come after it.
      wire.tell({ type: 'updates.changed', state: { kind: 'failed', problem } })
      await expect(update.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectAccessible('no newer version', page.getByText(/no answer/))
    wire.tell({ type: 'updates.changed', state: { kind: 'ready', version: '9.9.9', notes: 'A <b>calmer</b> window' } })
    await page.getByText('What is new in 9.9.9').click()
    await expectAccessible('a newer version', page.getByText('A <b>calmer</b> window'))
    await update.getByRole('button', { name: 'Restart now' }).click()
    await expect.poll(() => wire.asked('updates.restart'), { timeout: 10_000 }).toBe(1)

    await page.evaluate(() => globalThis.dispatchEvent(new Event('offline')))
    await expectAccessible('no network', page.getByText(/^No network\./))
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
    await expect(page.getByText(/^No network\./)).toHaveCount(0)
    await expect.poll(() => wire.asked('windows.networkReturned'), { timeout: 10_000 }).toBe(1)
    await page.keyboard.press('/')
    await expect(finder(page)).toBeFocused()
    await finder(page).fill('key')
    await expectAccessible('search', page.getByRole('option'))
    await finder(page).fill('qqqq')
    await expectAccessible('search, nothing found', page.getByText('No setting fits'))
  },
)

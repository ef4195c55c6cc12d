import { readFile } from 'node:fs/promises'
import { test as accessible } from './accessible.ts'
import { expect, openProject, openSession, send, test, turnEnds, type Page } from './window.ts'

const item = (page: Page, title: string) => page.locator('[data-session-id]').filter({ hasText: title })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search sessions' })

async function act(page: Page, title: string, verb: string): Promise<void> {
  await item(page, title).hover()
  await item(page, title)
    .getByRole('button', { name: `More about ${title}` })
    .click()
  await page.getByRole('menuitem', { name: verb }).click()
}

async function twoSessions(page: Page): Promise<void> {
  await send(page, 'Mend the parcel label')
  await turnEnds(page)
  await page.getByRole('button', { name: 'New session' }).click()
  await send(page, '重试退避的单元测试')
  await turnEnds(page)
}

const script = [{ text: 'The label is mended with src/label.ts.' }, { text: '已经加上指数退避，测试通过。' }]

test('sessions are found by words of any part, in Chinese from one character on, and opened from there', async ({ page, openWorld }) => {
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await twoSessions(page)
  await page.getByRole('button', { name: 'Search sessions' }).click()
  const field = dialog(page).getByRole('textbox')
  await expect(field).toBeFocused()
  const hits = dialog(page).getByRole('listitem')
  await field.fill('label.ts')
  await expect(hits).toHaveText([/Mend the parcel label/])
  await expect(hits.locator('mark')).toHaveText(['label.ts'])
  for (const text of ['指数退避', '退', '单元']) {
    await field.fill(text)
    await expect(hits).toHaveText([/重试退避的单元测试/])
    await expect(hits.locator('mark').first()).toHaveText(text)
  }
  await field.fill('nothing holds this')
  await expect(dialog(page)).toContainText('No session holds “nothing holds this”.')
  // Where to look: the answer's words are no title.
  await field.fill('label.ts')
  await expect(hits).toHaveCount(1)
  await dialog(page)
    .getByRole('button', { name: /^Look in/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Titles' }).click()
  await expect(hits).toHaveCount(0)
  await field.fill('parcel')
  await expect(hits).toHaveCount(1)
  await field.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('The label is mended')).toBeVisible()
})

test('a session is pinned, put away and back, and deleted after a question', async ({ page, openWorld }) => {
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await twoSessions(page)
  await act(page, 'Mend the parcel label', 'Pin')
  const pinned = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Pinned' }) })
  await expect(pinned.locator('[data-session-id]')).toHaveText([/Mend the parcel label/])
  await page.reload()
  await expect(pinned.locator('[data-session-id]')).toHaveText([/Mend the parcel label/])
  await act(page, 'Mend the parcel label', 'Unpin')
  await expect(pinned).toHaveCount(0)

  await act(page, 'Mend the parcel label', 'Put away')
  await expect(item(page, 'Mend the parcel label')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show sessions put away' }).click()
  await expect(item(page, 'Mend the parcel label')).toHaveCount(1)
  await act(page, 'Mend the parcel label', 'Put back')
  await expect(page.getByText('Nothing is put away.')).toBeVisible()
  await expect(item(page, 'Mend the parcel label')).toHaveCount(1)

  await openSession(page, 'Mend the parcel label')
  await act(page, 'Mend the parcel label', 'Delete…')
  const sure = page.getByRole('dialog', { name: 'Delete “Mend the parcel label”?' })
  await expect(sure.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item(page, 'Mend the parcel label')).toHaveCount(1)
  await act(page, 'Mend the parcel label', 'Delete…')
  await sure.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(item(page, 'Mend the parcel label')).toHaveCount(0)
  await expect(page.locator('[data-row-id]')).toHaveCount(0)
  await page.reload()
  await expect(page.locator('[data-session-id]')).toHaveCount(1)
})

test('a session is saved as Markdown and JSONL, and the file comes back as a session; a torn one says what it left out', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await twoSessions(page)
  const save = async (verb: string): Promise<{ name: string; text: string }> => {
    const waiting = page.waitForEvent('download')
    await act(page, 'Mend the parcel label', verb)
    const download = await waiting
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const markdown = await save('Save as Markdown')
  expect(markdown.name).toMatch(/\.md$/)
  expect(markdown.text).toContain('The label is mended with src/label.ts.')
  const lines = await save('Save as JSONL')
  expect(lines.name).toMatch(/\.jsonl$/)

  const take = async (name: string, text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a session…' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) })
  }
  const report = page.getByRole('navigation', { name: 'Sessions' }).getByRole('status')
  await take('whole.jsonl', lines.text)
  await expect(report).toHaveText(/messages taken over$/)
  await expect(page.locator('[data-session-id]')).toHaveCount(3)
  await expect(page.getByText('The label is mended')).toBeVisible()
  await take('torn.jsonl', `${lines.text}\0\0\0\n{"half": `)
  await expect(report).toHaveText(/messages taken over · \d+ records? left out/)
  await expect(page.locator('[data-session-id]')).toHaveCount(4)
  await take('nothing.jsonl', 'no session at all')
  await expect(page.getByRole('navigation', { name: 'Sessions' }).getByRole('alert')).toBeVisible()
  await expect(page.locator('[data-session-id]')).toHaveCount(4)
})

accessible(
  'the shown session is named, saved and deleted from the title bar of a narrow window, by keyboard',
  async ({ page, openWorld, expectAccessible }) => {
    const world = await openWorld({ script })
    await page.setViewportSize({ width: 900, height: 600 })
    await openProject(page, await world.serve())
    const more = page.getByRole('button', { name: 'More about this session' })
    await expect(more).toHaveCount(0)
    await send(page, 'Mend the parcel label')
    await turnEnds(page)

    const choose = async (verb: string): Promise<void> => {
      await more.press('Enter')
      await page.getByRole('menuitem', { name: verb }).press('Enter')
    }
    const field = page.getByRole('textbox', { name: 'Session name' })
    await choose('Rename')
    await expect(field).toBeFocused()
    await field.fill('No')
    await field.press('Escape')
    await expect(more).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mend the parcel label')
    await choose('Rename')
    await expect(field).toHaveValue('Mend the parcel label')
    await field.fill('Labels')
    await expectAccessible('the name, narrow', field)
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Labels')
    await expect(more).toBeFocused()

    const waiting = page.waitForEvent('download')
    await choose('Save as Markdown')
    expect(await readFile(await (await waiting).path(), 'utf8')).toContain('The label is mended')
    await choose('Delete…')
    await page.getByRole('dialog', { name: 'Delete “Labels”?' }).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New session')
    await expect(more).toHaveCount(0)
  },
)

accessible('list, menu and search are accessible', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await twoSessions(page)
  await act(page, 'Mend the parcel label', 'Put away')
  await page.getByRole('button', { name: 'Show sessions put away' }).click()
  await item(page, 'Mend the parcel label').getByRole('button', { name: 'More about Mend the parcel label' }).focus()
  await page.keyboard.press('Enter')
  await expectAccessible('session menu', page.getByRole('menuitem', { name: 'Save as Markdown' }))
  await page.getByRole('menuitem', { name: 'Save as Markdown' }).press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  // By key: the focused button's hint lies over it.
  await page.getByRole('button', { name: 'Search sessions' }).press('Enter')
  await expectAccessible('search, empty', dialog(page).getByRole('textbox'))
  await dialog(page).getByRole('textbox').fill('退避')
  await expectAccessible('search with hits', dialog(page).locator('mark'))
  await page.setViewportSize({ width: 900, height: 600 })
  await expectAccessible('search, narrow', dialog(page).locator('mark'))
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test as accessible } from './accessible.ts'
import { approvalCard, expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search commands, files, sessions and settings' })
const marked = (page: Page) => page.getByRole('option', { selected: true })

/** From anywhere to what the words name, by keys alone. */
async function goTo(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+KeyK')
  await expect(field(page)).toBeFocused()
  // Whatever was marked before, of what is found the first is.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(words)
  await expect(marked(page)).toHaveText(name)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveCount(0)
}

test('without a mouse: prompt, approve, rewind, settings, MCP servers, a reload that stays, back, and a task on the board', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({
    files: { 'a.txt': 'top\n' },
    script: [
      { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
      { calls: [{ name: 'edit_file', input: { path: 'a.txt', old_string: 'top', new_string: 'TOP' } }] },
      { text: 'Done.' },
      { text: 'Three callers.', newEpoch: true },
    ],
  })
  const read = () => readFile(path.join(world.project, 'a.txt'), 'utf8')
  await openProject(page, await world.serve())
  await expect(messageBox(page)).toBeFocused()
  await page.keyboard.type('Change it')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-approval-title]')).toBeFocused()
  // A key in the first moment is not an answer.
  await expect(async () => {
    await page.keyboard.press('1')
    await expect(approvalCard(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await turnEnds(page)
  expect(await read()).toBe('TOP\n')
  // A file goes into the message with another key; a kind that is pressed narrows as its sign does.
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('button', { name: '@ Files' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('a.txt')
  await expect(field(page)).toHaveValue('@a.txt')
  await expect(marked(page)).toHaveText(/^a\.txt\s*changed in this session.*\+1 −1/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('group', { name: 'Files of this message' }).getByText('a.txt')).toBeVisible()

  await goTo(page, 'rewind', /^Rewind…/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'mcp servers', /MCP servers/)
  await expect(page).toHaveURL(/#\/settings\/mcp$/)
  await page.reload()
  await expect(page.getByRole('region', { name: 'MCP servers' })).toBeVisible()
  await goTo(page, 'permissions & trust', /Permissions & trust/)
  await expect(page).toHaveURL(/#\/settings\/permissions$/)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'MCP servers' })).toBeVisible()
  await goTo(page, '@a.txt', /^a\.txt/)
  await expect(page.getByRole('dialog')).toContainText('TOP')
  await page.keyboard.press('Escape')

  await goTo(page, 'task board', /^Open the task board/)
  await expect(page).toHaveURL(/#\/board$/)
  await expect(page.getByText('No tasks yet')).toBeVisible()
  await page.keyboard.press('t')
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()
  await page.keyboard.type('Count the callers')
  await page.keyboard.press('Enter')
  const card = page.locator('[data-task-id]')
  await expect(card).toBeFocused()
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitem', { name: 'Start with Explore' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(card).toHaveAttribute('data-status', 'completed')
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Count the callers' })).toContainText('Three callers.')
})

test('finds a session by what was said in it and goes to the place; what is found in all of them is a key away', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ script: [{ text: 'The lantern went out at noon.' }, { text: 'Nothing of that kind.', newEpoch: true }] })
  await openProject(page, await world.serve())
  await send(page, 'What happened?')
  await turnEnds(page)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await send(page, 'And here?')
  await turnEnds(page)

  await page.keyboard.press('Control+KeyK')
  await field(page).fill('#lantern')
  const found = page.getByRole('option', { name: 'What happened?' })
  await expect(found).toContainText('“The lantern went out at noon.”')
  await expect(found.locator('mark')).toHaveText(['lantern'])
  await expect(page.getByRole('option').last()).toHaveText(/^Search every session for “lantern”\s*1 match in 1 session/)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-row-kind="text"]')).toHaveText(['The lantern went out at noon.'])

  await page.keyboard.press('Control+KeyK')
  await field(page).fill('lantern')
  await page.getByRole('option', { name: 'Search every session for' }).click()
  await expect(page.getByRole('dialog', { name: 'Search sessions' }).getByRole('textbox')).toHaveValue('lantern')
})

accessible('the command palette is accessible: listed and with nothing found', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  await page.keyboard.press('Control+KeyK')
  await expectAccessible('palette', page.getByRole('option'))
  await page.keyboard.type('#qqqq')
  await expectAccessible('palette, nothing found', page.getByText('Nothing fits'))
})

import { approvalCard, expect, messageBox, test, turnEnds, type Locator, type Page } from './window.ts'
import { mcpFixture, mcpYaml } from '../../core/testing/mcp-servers.ts'

/** By Tab alone, as somebody without a mouse gets there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted, 'reached by Tab').toBeFocused()
}

test('by keys alone: a folder is opened, work asked for, approved and taken back, and an MCP server switched off', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({
    files: { 'a.txt': 'one\n' },
    config: mcpYaml({ notes: mcpFixture('everyday', { WORDS: 'Finds notes.' }) }),
    script: [{ calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'made\n' } }] }, { text: 'Made.' }],
  })
  await page.goto((await world.serve({ home: true })).link)
  await expect(page.getByText('Own folder writable')).toBeVisible()
  await page.keyboard.press('Control+KeyO')
  await tabTo(page, page.getByRole('textbox', { name: 'Path' }))
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.type(world.project)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Open parcel-api' }))
  await page.keyboard.press('Enter')

  await expect(messageBox(page)).toBeFocused()
  await page.keyboard.type('Make b.txt')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-approval-title]')).toBeFocused()
  // A key that comes in the card's first moments answers nothing.
  await expect(async () => {
    await page.keyboard.press('1')
    await expect(approvalCard(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await turnEnds(page)
  expect(await world.read('b.txt')).toBe('made\n')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').getByRole('button', { name: /Make b\.txt/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Rewind', exact: true }))
  await page.keyboard.press('Enter')
  await expect(messageBox(page)).toHaveValue('Make b.txt')
  await expect(world.read('b.txt')).rejects.toMatchObject({ code: 'ENOENT' })

  await page.keyboard.press('Control+Comma')
  await tabTo(page, page.getByRole('button', { name: /^MCP servers/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: /^notes / }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('switch', { name: 'Use this server' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: /^notes / })).toContainText('Switched off')
})

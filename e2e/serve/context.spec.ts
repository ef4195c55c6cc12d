import { test as accessible } from './accessible.ts'
import { expect, openProject, send, test, turnEnds, type Page, type WorldOptions } from './window.ts'

const files = { 'MEWCODE.md': `# Rules\n\n${'Mind the parcels. '.repeat(200)}\n`, 'long.txt': 'a line of the long file\n'.repeat(400) }
/** More than the newest words that stay when a conversation is summed up. */
const long = 'a long answer of many words. '.repeat(900)
const script = [
  { calls: [{ name: 'read_file', input: { path: 'long.txt' } }] },
  { pieces: ['Read to the end. ', long] },
  { pieces: ['More of it. ', long] },
  { text: '<summary>The long file was read; next come the parcels.</summary>', newEpoch: true },
  { text: 'Going on with parcels.', newEpoch: true },
]
const options: WorldOptions = { files, script, config: '    context_window: 40000\n' }
const panel = (page: Page) => page.getByRole('region', { name: 'Context', exact: true })
const openContext = (page: Page) => page.getByRole('tab', { name: 'Context' }).click()

test('the panel says what fills the window, names the largest results, and sums up with a focus, or stops on the way', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ ...options, script: [...script.slice(0, 3), { hang: 'headers', newEpoch: true }, ...script.slice(3)] })
  await page.clock.install()
  await openProject(page, await world.serve())
  await openContext(page)
  await expect(panel(page)).toContainText('Nothing has been sent yet')
  await send(page, 'Read the long file')
  await turnEnds(page)
  for (const part of ['System text', 'Tools', 'Instructions', 'Conversation', 'Tool results', 'Free']) {
    await expect(panel(page).getByText(part, { exact: true })).toBeVisible()
  }
  await expect(panel(page).getByRole('listitem')).toHaveText([/read_file\s*long\.txt/])
  await send(page, 'Say more of it')
  await turnEnds(page, 2)
  await panel(page).getByRole('textbox').fill('the parcels')
  await panel(page).getByRole('button', { name: 'Sum up now' }).click()
  const messages = page.getByRole('group', { name: 'Messages' })
  await expect(messages).toContainText('Summing up the conversation')
  await page.clock.fastForward(3_000)
  await messages.getByRole('button', { name: 'Stop' }).click()
  await expect(messages).not.toContainText('Summing up the conversation')
  const summary = page.locator('[data-row-kind="summary"]')
  await expect(summary).toHaveCount(0)
  await expect(panel(page).getByRole('textbox')).toHaveValue('the parcels')
  await panel(page).getByRole('button', { name: 'Sum up now' }).click()
  await expect(summary).toBeVisible()
  expect(world.model.requests[4]?.raw).toContain('the parcels')
  await expect(panel(page).getByRole('textbox')).toHaveValue('')
  const kept = summary.getByRole('button', { name: 'What is kept' })
  await kept.press('Enter')
  await expect(summary).toContainText('next come the parcels')
  await kept.press('Enter')
  await expect(summary).not.toContainText('next come the parcels')

  await send(page, 'Go on')
  await turnEnds(page, 3)
  expect(world.model.requests[5]?.raw).toContain('next come the parcels')
  expect(world.model.requests[5]?.raw).not.toContain('a line of the long file')
  await page.reload()
  await expect(summary).toBeVisible()
})

test('a conversation too short to be summed up says so, and stays as it was', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'Hello.' }] })
  await openProject(page, await world.serve())
  await openContext(page)
  await send(page, 'Say hello')
  await turnEnds(page)
  await panel(page).getByRole('button', { name: 'Sum up now' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('There is nothing to sum up')
  await expect(page.locator('[data-row-kind="summary"]')).toHaveCount(0)
  expect(world.model.requests.length).toBe(1)
})

test('the status bar opens the panel', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'Hello.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Say hello')
  await turnEnds(page)
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /^\d+ ?% of/ })
    .click()
  await expect(page.getByRole('tab', { name: 'Context' })).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page).getByText('Conversation')).toBeVisible()
})

accessible('the context panel is accessible: empty, filled, summed up, narrow', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld(options)
  await openProject(page, await world.serve())
  await openContext(page)
  await expectAccessible('empty context', panel(page).getByText('Nothing has been sent yet'))
  await send(page, 'Read the long file')
  await turnEnds(page)
  await send(page, 'Say more of it')
  await turnEnds(page, 2)
  await expectAccessible('filled context', panel(page).getByText('Tool results'))
  await panel(page).getByRole('button', { name: 'Sum up now' }).click()
  const summary = page.locator('[data-row-kind="summary"]')
  await summary.getByRole('button').first().click()
  await expectAccessible('summary', summary.getByText('next come the parcels'))
  await page.setViewportSize({ width: 900, height: 600 })
  await page.getByRole('button', { name: 'Show the side panel' }).click()
  await expectAccessible('context, narrow', panel(page).getByText('Conversation'))
})

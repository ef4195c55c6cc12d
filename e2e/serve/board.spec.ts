import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ENTRY } from '../bench/entry.ts'
import { test as accessible } from './accessible.ts'
import { expect, openProject, test, type Page } from './window.ts'

const run = promisify(execFile)
const card = (page: Page, subject: string) => page.locator('[data-task-id]', { hasText: subject })

async function openBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tasks' }).click()
  await expect(page.getByRole('heading', { name: /Tasks/ })).toBeVisible()
}

async function create(page: Page, subject: string, agent?: string): Promise<void> {
  await page.getByRole('button', { name: 'New task' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill(subject)
  if (agent !== undefined) {
    await dialog.getByRole('button', { name: /Agent/ }).click()
    await page.getByRole('menuitemradio', { name: agent }).click()
  }
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
}

test('a card is written, begun by the keyboard and seen to its end in two windows and on the command line', async ({
  page,
  context,
  openWorld,
}) => {
  const world = await openWorld({ script: [{ text: 'The lease epoch is documented.' }] })
  const host = await world.serve()
  await openProject(page, host)
  await openBoard(page)
  const other = await context.newPage()
  await openProject(other, host)
  await openBoard(other)

  await page.getByRole('button', { name: 'New task' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog')).toContainText('Say in a few words')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Document the lease')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New task' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Document the lease')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  for (const each of [page, other]) await expect(card(each, 'Document the lease')).toHaveAttribute('data-status', 'todo')

  await card(page, 'Document the lease').focus()
  await page.keyboard.press('m')
  for (const each of [page, other]) await expect(card(each, 'Document the lease')).toHaveAttribute('data-status', 'completed')
  const { stdout } = await run(process.execPath, [ENTRY, 'tasks', 'list', '--status', 'completed'], { cwd: world.project, env: world.env })
  expect(stdout).toContain('Document the lease')

  await card(other, 'Document the lease').click()
  await expect(other.getByRole('region', { name: 'Document the lease' })).toContainText('The lease epoch is documented.')
})

accessible('the board is accessible: empty, with a card, with one open', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  await openBoard(page)
  await expectAccessible('an empty board', page.getByText('No tasks yet'))
  await create(page, 'Alert when lost rows pass 10 a minute')
  await expectAccessible('a card', card(page, 'Alert when'))
  await card(page, 'Alert when').click()
  await expectAccessible('a card in full', page.getByText('Nobody has begun yet.'))
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from './accessible.ts'
import { expect, openProject } from './window.ts'

test('agents are listed by where they come from, broken and hidden ones say why, and one is tried out on the board', async ({
  page,
  openWorld,
  expectAccessible,
}) => {
  const world = await openWorld({ script: [{ text: 'Nothing to object to.' }] })
  const folder = join(world.home, 'agents')
  await mkdir(folder)
  await writeFile(
    join(folder, 'reviewer.md'),
    '---\nname: reviewer\ndescription: Reviews a change.\ntools: read_file, grep\n---\nYou review.\n',
  )
  await writeFile(join(folder, 'explore.md'), '---\nname: Explore\ndescription: Mine.\n---\nYou look.\n')
  await writeFile(join(folder, 'idle.md'), '---\nname: idle\ndescription: Can do nothing.\ntools: []\n---\nx\n')
  await openProject(page, await world.serve())
  await page.evaluate(() => (location.hash = '#/settings/agents'))

  const yours = page.getByRole('region', { name: 'Yours' })
  await yours.getByRole('button', { name: /idle.*broken/ }).click()
  const detail = page.getByRole('article')
  await expect(detail.getByRole('region', { name: 'Notes on the file' })).toContainText('Line 4')
  await expect(detail.getByRole('textbox')).toHaveCount(0)
  await page
    .getByRole('region', { name: 'Of MewCode' })
    .getByRole('button', { name: /Explore.*hidden/ })
    .click()
  await expect(detail).toContainText('You look things up')

  await page.getByRole('button', { name: 'New agent' }).click()
  const text = page.getByRole('textbox', { name: 'Definition' })
  await text.fill('---\nname: scout\n---\nx\n')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await text.fill('---\nname: scout\ndescription: Looks.\n---\nYou look around.\n')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(detail).toContainText('You look around.')
  await expect(yours.getByRole('button', { name: 'scout' })).toBeVisible()
  await detail.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(yours.getByRole('button', { name: 'scout' })).toHaveCount(0)

  await yours.getByRole('button', { name: 'reviewer' }).click()
  await expectAccessible('an agent', detail.getByText('read_file, grep'))
  await detail.getByRole('textbox', { name: 'Try it' }).fill('Review the last change')
  await detail.getByRole('button', { name: 'Start' }).click()
  const card = page.getByRole('region', { name: 'Review the last change' })
  await expect(card).toContainText('Nothing to object to.')
  await expect(page.locator('[data-task-id]', { hasText: 'reviewer' })).toHaveAttribute('data-status', 'completed')
})

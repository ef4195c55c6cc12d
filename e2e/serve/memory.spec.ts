import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test as accessible } from './accessible.ts'
import { expect, openProject, send, test, turnEnds, type Page, type World } from './window.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Memory', exact: true })
const row = (page: Page, title: string) => list(page).getByRole('button', { name: new RegExp(`^${title}`) })

async function openMemory(page: Page): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await page.getByRole('button', { name: 'Memory', exact: true }).click()
}

async function notesOf(world: World): Promise<string[]> {
  const folder = path.join(world.project, '.mewcode/memory')
  const names = await readdir(folder).catch(() => [])
  return await Promise.all(names.filter((name) => name.includes('_')).map((name) => readFile(path.join(folder, name), 'utf8')))
}

test('a note is written, read by the next session, changed and deleted; its file is the note', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'I know.' }, { text: 'Nothing left.' }] })
  await openProject(page, await world.serve())
  await openMemory(page)
  await expect(list(page)).toContainText('Nothing is remembered yet')
  await list(page).getByRole('button', { name: 'New note' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Title' }).fill('Where the parcels are')
  await page.getByRole('textbox', { name: 'Note (Markdown)' }).fill('In the **cellar**.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Where the parcels are')).toHaveAttribute('aria-current', 'true')
  expect((await notesOf(world)).join()).toContain('In the **cellar**.')
  await page.getByRole('button', { name: 'Close settings' }).click()
  await send(page, 'Where are they?')
  await turnEnds(page)
  expect(world.model.requests[0]?.raw).toContain('Where the parcels are')

  await openMemory(page)
  await row(page, 'Where the parcels are').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Where the parcels went')
  await page.getByRole('textbox', { name: 'Note (Markdown)' }).fill('To the attic.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Where the parcels went')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, 'Where the parcels are')).toHaveCount(0)
  expect(await notesOf(world)).toEqual([expect.stringContaining('To the attic.')])

  await page.getByRole('button', { name: 'Delete…' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete “Where the parcels went”?' })
  await expect(sure.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await sure.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(list(page)).toContainText('Nothing is remembered yet')
  expect(await notesOf(world)).toEqual([])
})

accessible('the memory page is accessible: empty, listed, edited, deleting, narrow', async ({ page, openWorld, expectAccessible }) => {
  const note = (title: string) => `---\ntype: project_knowledge\ntitle: ${title}\n---\n\nA note about ${title}.\n`
  const world = await openWorld({
    files: Object.fromEntries(
      ['parcels', 'a-title-so-long-that-it-can-never-stand-in-one-line-of-the-list-beside-its-kind'].map((title) => [
        `.mewcode/memory/project_knowledge_${title}.md`,
        note(title),
      ]),
    ),
  })
  await openProject(page, await world.serve())
  await openMemory(page)
  await expectAccessible('notes', row(page, 'parcels'))
  await row(page, 'parcels').click()
  await expectAccessible('a note', page.getByRole('textbox', { name: 'Title' }))
  await page.setViewportSize({ width: 900, height: 600 })
  await expectAccessible('a note, narrow', page.getByRole('textbox', { name: 'Title' }))
  await page.getByRole('button', { name: 'Delete…' }).click()
  await expectAccessible('deleting a note', page.getByRole('dialog'))
})

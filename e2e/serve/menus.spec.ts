import { test as accessible } from './accessible.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

const files = {
  '.mewcode/commands/explain.md':
    '---\ndescription: Explain a file\nargument-hint: <file> [question]\n---\n\nExplain $1. Mind: $ARGUMENTS\n',
  'src/deep/parcel.ts': 'export const parcel = 1\n',
  'src/other.ts': 'export const other = 2\n',
  'notes with blanks.md': '# Notes\n',
}
/** More than the newest words that stay when a conversation is summed up. */
const long = 'a long answer of many words. '.repeat(1500)
const menu = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: RegExp) => menu(page).getByRole('option', { name })

test('the project’s own command is offered with its arguments and goes to the model filled in', async ({ page, openWorld }) => {
  const world = await openWorld({ files, script: [{ text: 'Explained.' }] })
  await openProject(page, await world.serve())
  // What is written already is what the command is given.
  const begins = page.getByRole('button', { name: 'Choose a command' })
  await messageBox(page).fill('src/other.ts why two')
  await begins.click()
  await expect(option(page, /^\/help/)).toBeVisible()
  await expect(option(page, /^\/explain <file> \[question\] Explain a file/)).toBeVisible()
  await messageBox(page).pressSequentially('expl')
  await begins.click()
  await expect(menu(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(messageBox(page)).toHaveValue('/explain src/other.ts why two')
  await expect(menu(page)).toHaveCount(0)
  expect(world.model.requests).toEqual([])
  await page.keyboard.press('Enter')
  await turnEnds(page)
  expect(world.model.requests[0]?.raw).toContain('Explain src/other.ts. Mind: src/other.ts why two')
})

test('/plan, /do, /mode, /clear, /compact and the pages’ commands do what they say', async ({ page, openWorld }) => {
  const world = await openWorld({
    config: '    context_window: 40000\n',
    script: [
      { pieces: ['Planned. ', long] },
      { pieces: ['Done. ', long] },
      { text: '<summary>They planned and did it.</summary>', newEpoch: true },
    ],
  })
  await openProject(page, await world.serve())
  await send(page, '/plan think it over')
  await turnEnds(page)
  await expect(page.getByRole('button', { name: 'Mode: Plan only' })).toBeVisible()
  await send(page, '/do')
  await turnEnds(page, 2)
  await expect(page.getByRole('button', { name: 'Mode: Ask first' })).toBeVisible()
  expect(world.model.requests[1]?.raw).toContain('Carry out the plan.')
  await send(page, '/mode acceptEdits')
  await expect(page.getByRole('button', { name: 'Mode: Accept edits' })).toBeVisible()
  // What lets everything pass is never a word away.
  await send(page, '/mode bypassPermissions')
  await expect(page.getByRole('button', { name: 'Mode: Accept edits' })).toBeFocused()

  await send(page, '/compact the plan')
  await expect(page.locator('[data-row-kind="summary"]')).toBeVisible()
  expect(world.model.requests[2]?.raw).toContain('the plan')
  await expect(page.getByRole('region', { name: 'Context', exact: true })).toBeVisible()
  await send(page, '/clear')
  await expect(page.locator('[data-row-id]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mode: Accept edits' })).toBeVisible()
  await expect(page.locator('[data-session-id]')).toHaveCount(2)
  for (const [command, heading] of [
    ['/memory', 'Memory'],
    ['/cost', 'Usage'],
    ['/permissions', 'Permissions & trust'],
    ['/doctor', 'About & doctor'],
  ] as const) {
    await send(page, command)
    await expect(page.getByRole('button', { name: heading })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: 'Close settings' }).click()
  }
  await send(page, '/sessions plan')
  await expect(page.getByRole('dialog', { name: 'Search sessions' })).toBeVisible()
})

test('a command nobody knows is an error that keeps the text', async ({ page, openWorld }) => {
  const world = await openWorld({ files })
  await openProject(page, await world.serve())
  await send(page, '/explian a.ts')
  await expect(page.getByRole('form', { name: 'New message' }).getByRole('alert')).toContainText('/explain')
  await expect(messageBox(page)).toHaveValue('/explian a.ts')
  expect(world.model.requests).toEqual([])
})

test('@ finds files by any letters in order, folders open, blanks are quoted, and the file travels along', async ({ page, openWorld }) => {
  const world = await openWorld({ files, script: [{ text: 'Seen.' }] })
  await openProject(page, await world.serve())
  await messageBox(page).pressSequentially('look at')
  await page.getByRole('button', { name: 'Name a file' }).click()
  await messageBox(page).pressSequentially('sdprc')
  await expect(option(page, /^src\/deep\/parcel\.ts/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await expect(messageBox(page)).toHaveValue('look at @src/deep/parcel.ts ')
  await messageBox(page).pressSequentially('and @blanks')
  await option(page, /^notes with blanks\.md/).click()
  await expect(messageBox(page)).toHaveValue('look at @src/deep/parcel.ts and @"notes with blanks.md" ')
  await messageBox(page).pressSequentially('@src')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await turnEnds(page)
  expect(world.model.requests[0]?.raw).toContain('export const parcel = 1')
})

test('the menus speak Chinese where the window does', async ({ page, openWorld }) => {
  const world = await openWorld({ files, settings: 'language: zh-CN\n' })
  await openProject(page, await world.serve())
  await messageBox(page).pressSequentially('/')
  await expect(page.getByRole('listbox', { name: '候选' }).getByRole('option', { name: /总结对话，腾出上下文/ })).toBeVisible()
})

accessible('both menus are accessible', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ files })
  await openProject(page, await world.serve())
  await messageBox(page).pressSequentially('/')
  await expectAccessible('command menu', option(page, /^\/help/))
  await page.setViewportSize({ width: 900, height: 600 })
  await expectAccessible('command menu, narrow', option(page, /^\/help/))
  await messageBox(page).fill('')
  await messageBox(page).pressSequentially('@src')
  await expectAccessible('file menu', option(page, /^src\//))
})

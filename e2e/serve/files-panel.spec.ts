import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test as accessible } from './accessible.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Locator, type Page } from './window.ts'
import { wireOf } from './wire.ts'

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Files', exact: true })
const tree = (page: Page): Locator => panel(page).getByRole('tree')
const rows = (page: Page): Locator => panel(page).getByRole('treeitem')
const marked = (page: Page): Locator => panel(page).getByRole('treeitem', { selected: true })
const references = (page: Page): Locator => page.getByRole('group', { name: 'Files of this message' })
const filter = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Find a file or folder' })

async function openFiles(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+KeyE')
  await expect(tree(page)).toBeFocused()
}

/** The row that is told to be the marked one. */
async function expectMarked(page: Page, name: string | RegExp): Promise<void> {
  await expect(marked(page)).toHaveAccessibleName(name)
  const id = await marked(page).getAttribute('id')
  await expect(tree(page)).toHaveAttribute('aria-activedescendant', id ?? '')
}

test('by keys alone: open, move, type, read, refer, the menu; what the agent made, read and changed is marked', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({
    files: { '.gitignore': 'dist/\n', 'dist/x.js': '', 'src/app/deep.ts': 'deep\n', 'src/a.ts': 'one\n', 'b10.ts': '', 'b9.ts': '' },
    settings: 'defaultMode: acceptEdits\n',
    script: [
      { calls: [{ name: 'read_file', input: { path: 'b9.ts' } }] },
      { calls: [{ name: 'write_file', input: { path: 'src/new.ts', content: 'new\n' } }] },
      { text: 'Done.' },
    ],
  })
  await openProject(page, await world.serve())
  await openFiles(page)
  await expect(rows(page)).toHaveText(['dist', 'src', '.gitignore', 'b9.ts', 'b10.ts'])
  await expectMarked(page, 'dist, ignored')
  await page.keyboard.press('s')
  await expectMarked(page, 'src')
  await page.keyboard.press('ArrowRight')
  await expect(rows(page)).toHaveText(['dist', 'src', 'app', 'a.ts', '.gitignore', 'b9.ts', 'b10.ts'])
  await page.keyboard.press('ArrowRight')
  await expectMarked(page, 'app')
  await page.keyboard.press('End')
  await expectMarked(page, 'b10.ts')
  // A name is typed anew after a step, however soon.
  await tree(page).evaluate((element) => {
    for (const key of ['s', 'Home', 'b']) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await expectMarked(page, 'b9.ts')
  await page.keyboard.press('Home')
  await page.keyboard.type('a.')
  await expectMarked(page, 'a.ts')
  await expect(marked(page)).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'src/a.ts' })).toContainText('one')
  await page.keyboard.press('Escape')
  await expect(tree(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(references(page)).toContainText('src/a.ts')
  await expect(panel(page).getByRole('status')).toHaveText('src/a.ts goes with the message.')
  await page.keyboard.press('ArrowLeft')
  await expectMarked(page, 'src')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Put into the message' }).click()
  await expect(references(page)).toContainText('src/')
  await expect(tree(page)).toBeFocused()

  await send(page, 'Go')
  await turnEnds(page)
  await expect(rows(page).filter({ hasText: 'new.ts' })).toHaveAccessibleName('new.ts, created by the agent')
  await expect(rows(page).filter({ hasText: 'b9.ts' })).toHaveAccessibleName('b9.ts, read by the agent')
  await expect(rows(page).filter({ hasText: 'src' })).toHaveAccessibleName('src, changes in it')
  await panel(page).getByRole('button', { name: 'Show ignored files' }).click()
  await expect(rows(page).filter({ hasText: 'dist' })).toHaveCount(0)
  // What other programs do is seen when the window is looked at again.
  await rm(path.join(world.project, 'b9.ts'))
  await writeFile(path.join(world.project, 'c.ts'), '')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(rows(page)).toHaveText(['src', 'app', 'a.ts', 'new.ts', '.gitignore', 'b10.ts', 'c.ts'])
})

test('by the mouse: a click, the other button, a drag into the message; the field finds by name and leads into the tree', async ({
  page,
  context,
  openWorld,
}) => {
  const world = await openWorld({ files: { 'src/app/deep.ts': 'deep\n', 'src/a.ts': 'one\n', 'my notes.md': '' } })
  await openProject(page, await world.serve())
  await page.getByRole('tab', { name: 'Files' }).click()
  await rows(page).getByText('src').click()
  await rows(page).getByText('a.ts').dragTo(messageBox(page))
  await expect(references(page)).toContainText('src/a.ts')
  await expect(messageBox(page)).toHaveValue('')
  await rows(page).getByText('my notes.md').click({ button: 'right' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('menuitem', { name: 'Copy full path' }).click()
  await expect(panel(page).getByRole('status')).toHaveText(`Copied: ${path.join(world.project, 'my notes.md')}`)

  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(path.join(world.project, 'my notes.md'))

  await filter(page).fill('deep')
  await expect(rows(page)).toHaveText(['src/app/deep.ts'])
  await filter(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'src/app/deep.ts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await filter(page).fill('nothing of the kind')
  await expect(panel(page)).toContainText('Nothing fits “nothing of the kind”')
  await filter(page).fill('app/')
  await expect(rows(page).first()).toHaveText('src/app')
  await filter(page).press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(filter(page)).toHaveValue('')
  await expectMarked(page, 'app')
  await expect(tree(page)).toBeFocused()
})

test('a folder of thousands of files comes in portions and is drawn as far as it is seen; links out, odd names, folders that are gone', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ files: { 'gone/x.ts': '', 'line\nend \u202e.ts': '', '.env': '' } })
  const many = path.join(world.project, 'many')
  await mkdir(many)
  await Promise.all(Array.from({ length: 4_000 }, (_, at) => writeFile(path.join(many, `file-${at}.ts`), '')))
  await symlink(world.root, path.join(world.project, 'out'))
  const wire = await wireOf(page)
  await openProject(page, await world.serve())
  const answer = wire.late('workspace.list')
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(panel(page).getByText('Loading')).toBeAttached()
  answer()
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).filter({ hasText: '.env' })).toHaveAccessibleName(/usually holds secrets/)
  await expect(rows(page).filter({ hasText: 'line' })).toHaveText('line[U+000A]end [U+202E].ts')

  const out = rows(page).filter({ hasText: 'out' })
  await expect(out).toHaveAccessibleName('out, link that leads out of the project')
  await expect(out).not.toHaveAttribute('aria-expanded')
  await out.click()
  await expect(page.getByRole('dialog')).toContainText('outside the project')
  await page.keyboard.press('Escape')

  await rm(path.join(world.project, 'gone'), { recursive: true })
  await rows(page).getByText('gone').click()
  await expect(rows(page).nth(1)).toHaveText('Cannot be read. Enter tries again.')
  await panel(page).getByRole('button', { name: 'Read the folders again' }).click()
  await expect(rows(page).getByText('gone')).toHaveCount(0)

  await rows(page).getByText('many').click()
  await expect(rows(page).nth(1)).toHaveText('file-0.ts')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-setsize', '501')
  expect(await panel(page).evaluate((element) => element.outerHTML.length)).toBeLessThanOrEqual(64_000)
  await page.keyboard.type('file-499')
  await expectMarked(page, 'file-499.ts')
  await page.keyboard.press('ArrowDown')
  await expect(marked(page)).toHaveText('Show 500 more of 3,500')
  await page.keyboard.press('Enter')
  await expectMarked(page, 'file-500.ts')
  await expect(rows(page).getByText('file-999.ts')).toHaveCount(0)
  expect(await panel(page).evaluate((element) => element.outerHTML.length)).toBeLessThanOrEqual(64_000)
})

test('a folder added to the project is a tree below its own; what was open is open after a reload', async ({ page, openWorld }) => {
  const world = await openWorld({ files: { 'src/app/a.ts': 'one\n', 'b.ts': '' }, settings: 'extra_folders: [~/code/shared]\n' })
  const shared = path.join(world.root, 'code/shared')
  await mkdir(path.join(shared, 'deep'), { recursive: true })
  await writeFile(path.join(shared, 'deep/c.ts'), 'shared\n')
  await openProject(page, await world.serve())
  await openFiles(page)
  const own = rows(page).filter({ hasText: 'shared' })
  await expect(own).toHaveAccessibleName(`shared, folder added to the project, in ${path.join(world.root, 'code')}`)
  for (const folder of ['src', 'app']) await rows(page).getByText(folder, { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(rows(page).getByText('deep')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const all = ['src', 'app', 'a.ts', 'b.ts', /^shared/, 'deep', 'c.ts']
  await expect(rows(page)).toHaveText(all)
  await page.reload()
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(rows(page)).toHaveText(all)
  await rows(page).getByText('c.ts').click()
  await expect(page.getByRole('dialog')).toContainText('shared')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(references(page)).toContainText('code/shared/deep/c.ts')
  await filter(page).fill('nothing of the kind')
  await expect(panel(page)).toContainText('added folders are not looked through')
})

test('what git says stands at files, also where the project is a folder of a larger repository', async ({ page, openWorld }) => {
  const world = await openWorld({ files: { 'a.ts': 'one\n', 'src/b.ts': '' } })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: world.root })
  git('init', '-q')
  git('add', path.basename(world.project))
  git('commit', '-qm', 'first')
  await writeFile(path.join(world.project, 'a.ts'), 'two\n')
  await writeFile(path.join(world.project, 'src/new.ts'), '')
  await openProject(page, await world.serve())
  await page.getByRole('region', { name: 'Changes', exact: true }).getByRole('radio', { name: 'Commit' }).click()
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await openFiles(page)
  await expect(rows(page).filter({ hasText: 'a.ts' })).toHaveAccessibleName('a.ts, Changed')
  await expect(rows(page).filter({ hasText: 'a.ts' }).locator('[data-letter]')).toHaveAttribute('data-letter', 'M')
  await page.keyboard.press('ArrowRight')
  await expect(rows(page).filter({ hasText: 'src' })).toHaveAccessibleName('src, changes in it')
  await expect(rows(page).filter({ hasText: 'new.ts' })).toHaveAccessibleName('new.ts, Not tracked')
  await expect(rows(page).filter({ hasText: 'b.ts' })).toHaveAccessibleName('b.ts')
})

accessible(
  'the files panel is accessible: a tree, its menu, what is found; an empty folder and one that fails say so',
  async ({ page, openWorld, expectAccessible }) => {
    const world = await openWorld({})
    const wire = await wireOf(page)
    await openProject(page, await world.serve())
    await page.getByRole('tab', { name: 'Files' }).click()
    await expect(panel(page)).toContainText('This folder is empty')
    await mkdir(path.join(world.project, 'src'))
    for (const [name, text] of [
      ['.gitignore', '*.log\n'],
      ['a.log', ''],
      ['src/a.ts', 'one\n'],
      ['.env', ''],
    ] as const)
      await writeFile(path.join(world.project, name), text)
    await panel(page).getByRole('button', { name: 'Read the folders again' }).click()
    await rows(page).getByText('src').click()
    await expectAccessible('a tree', rows(page).getByText('a.ts'))
    await tree(page).press('Shift+F10')
    await expectAccessible('its menu', page.getByRole('menuitem', { name: 'Copy path' }))
    await page.keyboard.press('Escape')
    await filter(page).fill('a.ts')
    await expectAccessible('what is found', rows(page).getByText('src/a.ts'))
    await filter(page).press('Escape')
    wire.refuse('workspace.list')
    await panel(page).getByRole('button', { name: 'Read the folders again' }).click()
    await expect(panel(page).getByRole('alert')).toContainText('The folder could not be read')
  },
)

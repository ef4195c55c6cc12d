import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test as accessible } from './accessible.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Page, type World } from './window.ts'

const lines = (first: string, last: string): string =>
  `${[first, ...Array.from({ length: 20 }, (_, at) => `line ${at}`), last].join('\n')}\n`

/** Two turns: the first changes a file at both ends and makes another, the second changes the first one again. */
const script = [
  { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
  {
    calls: [
      { name: 'edit_file', input: { path: 'a.txt', old_string: 'top', new_string: 'TOP' } },
      { name: 'edit_file', input: { path: 'a.txt', old_string: 'end', new_string: 'END' } },
      { name: 'write_file', input: { path: 'src/new.txt', content: 'made\n' } },
    ],
  },
  { text: 'First is done.' },
  { calls: [{ name: 'edit_file', input: { path: 'a.txt', old_string: 'line 10', new_string: 'LINE 10' } }] },
  { text: 'Second is done.' },
]

async function twoTurns(page: Page, openWorld: (options: object) => Promise<World>): Promise<World> {
  const world = await openWorld({ files: { 'a.txt': lines('top', 'end') }, script, settings: 'defaultMode: acceptEdits\n' })
  await openProject(page, await world.serve())
  await send(page, 'Change both ends')
  await turnEnds(page, 1)
  await send(page, 'Change the middle')
  await turnEnds(page, 2)
  return world
}

function askToRewind(page: Page, prompt: string): Promise<void> {
  return actionOf(page, prompt, /^Rewind to here/)
}

async function actionOf(page: Page, prompt: string, action: RegExp): Promise<void> {
  const row = page.locator('[data-row-kind="user"]').filter({ hasText: prompt })
  await row.hover()
  await row.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a message is gone back to, files and conversation, its text waits in the composer, and it can be undone', async ({
  page,
  openWorld,
}) => {
  const world = await twoTurns(page, openWorld)
  await askToRewind(page, 'Change both ends')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 files go back')
  await expect(dialog).toContainText('What shell commands did to files stays as it is.')
  await expect(dialog.getByRole('button', { name: 'Rewind', exact: true })).not.toBeFocused()
  await dialog.getByRole('button', { name: 'Rewind', exact: true }).click()

  await expect(page.locator('[data-row-id]')).toHaveCount(0)
  await expect(messageBox(page)).toHaveValue('Change both ends')
  expect(await world.read('a.txt')).toBe(lines('top', 'end'))
  await expect(readFile(path.join(world.project, 'src/new.txt'))).rejects.toMatchObject({ code: 'ENOENT' })

  const notice = page.getByRole('status').filter({ hasText: 'Rewound' })
  await expect(notice).toContainText('2 files put back')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await turnEnds(page, 2)
  expect(await world.read('a.txt')).toBe(lines('TOP', 'END').replace('line 10', 'LINE 10'))
  expect(await world.read('src/new.txt')).toBe('made\n')
})

test('a file that somebody changed is named and left alone', async ({ page, openWorld }) => {
  const world = await twoTurns(page, openWorld)
  await writeFile(path.join(world.project, 'a.txt'), 'mine\n')
  await askToRewind(page, 'Change both ends')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Files only' }).click()
  await expect(dialog).toContainText('1 file stays as it is')
  await expect(dialog).toContainText('changed by somebody else since')
  await dialog.getByRole('button', { name: 'Rewind', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Rewound' })).toContainText('1 file left as it is')
  expect(await world.read('a.txt')).toBe('mine\n')
  await turnEnds(page, 2)
})

test('changes are taken back in one place, in one turn, and the conflict is shown in place', async ({ page, openWorld }) => {
  const world = await twoTurns(page, openWorld)
  const panel = page.getByRole('region', { name: 'Changes', exact: true })
  await panel.getByRole('button', { name: /a\.txt/ }).click()
  await expect(panel.getByRole('region', { name: /^Change \d of 3$/ })).toHaveCount(3)
  await panel.getByRole('region', { name: 'Change 3 of 3' }).getByRole('button', { name: 'Revert' }).click()
  await expect(panel.getByRole('region', { name: /^Change \d of 2$/ })).toHaveCount(2)
  expect(await world.read('a.txt')).toBe(lines('TOP', 'end').replace('line 10', 'LINE 10'))
  await panel.getByRole('region', { name: 'Change 1 of 2' }).getByRole('button', { name: 'Keep' }).click()
  await expect(panel.getByRole('region', { name: 'Change 1 of 2' })).toContainText('Kept')

  await panel.getByRole('radio', { name: 'By turn' }).click()
  await panel.getByRole('listitem').filter({ hasText: 'Change the middle' }).getByRole('button', { name: 'Revert turn' }).click()
  await expect(panel.getByRole('status')).toContainText('1 file put back')
  expect(await world.read('a.txt')).toBe(lines('TOP', 'end'))
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => world.read('a.txt')).toBe(lines('TOP', 'end').replace('line 10', 'LINE 10'))

  await writeFile(path.join(world.project, 'a.txt'), 'mine\n')
  await panel.getByRole('listitem').filter({ hasText: 'Change both ends' }).getByRole('button', { name: 'Revert turn' }).click()
  await expect(panel.getByRole('status')).toContainText('a.txt changed by somebody else since')
  expect(await world.read('a.txt')).toBe('mine\n')
})

test('Escape twice lists the messages by keyboard; a fork goes on apart', async ({ page, openWorld }) => {
  const world = await twoTurns(page, openWorld)
  await messageBox(page).press('Escape')
  await messageBox(page).press('Escape')
  const list = page.getByRole('dialog', { name: 'Rewind' })
  await expect(list.getByRole('button', { name: /Change the middle.*1 file/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)

  await actionOf(page, 'Change the middle', /^Fork from here/)
  await turnEnds(page, 1)
  await expect(messageBox(page)).toHaveValue('Change the middle')
  await expect(page.locator('[data-session-id]')).toHaveCount(2)
  expect(await world.read('a.txt')).toBe(lines('TOP', 'END').replace('line 10', 'LINE 10'))
})

accessible('the plan, the list and the panel are accessible in both themes', async ({ page, openWorld, expectAccessible }) => {
  await twoTurns(page, openWorld)
  const panel = page.getByRole('region', { name: 'Changes', exact: true })
  await panel.getByRole('radio', { name: 'By turn' }).click()
  await expectAccessible('changes by turn', panel.getByRole('button', { name: 'Revert turn' }))
  await askToRewind(page, 'Change both ends')
  await expectAccessible('rewind plan', page.getByRole('dialog').getByText('2 files go back'))
  await page.keyboard.press('Escape')
  await messageBox(page).press('Escape')
  await messageBox(page).press('Escape')
  await expectAccessible('rewind list', page.getByRole('dialog', { name: 'Rewind' }))
})

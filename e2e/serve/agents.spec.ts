import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ENTRY } from '../bench/entry.ts'
import { test } from './accessible.ts'
import { wireOf } from './wire.ts'
import { expect, messageBox, openProject, send, turnEnds } from './window.ts'

const run = promisify(execFile)

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
  await writeFile(
    join(folder, 'far.md'),
    '---\nname: far\ndescription: Works elsewhere.\nkind: remote\nagent_card_url: https://far.example/card.json\n---\n',
  )
  const wire = await wireOf(page)
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

  await yours.getByRole('button', { name: /far.*remote/ }).click()
  await expect(detail).toContainText('https://far.example/card.json')
  await expectAccessible('a remote agent', detail.getByText('Address'))

  await page.getByRole('button', { name: 'New agent' }).click()
  const text = page.getByRole('textbox', { name: 'Definition' })
  await text.fill('---\nname: scout\n---\nx\n')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await text.fill('---\nname: scout\ndescription: Looks.\n---\nYou look around.\n')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(detail).toContainText('You look around.')
  await expect(yours.getByRole('button', { name: 'scout' })).toBeVisible()
  expect(await readFile(join(folder, 'scout.md'), 'utf8')).toContain('You look around.')
  await detail.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(yours.getByRole('button', { name: 'scout' })).toHaveCount(0)
  await expect(readFile(join(folder, 'scout.md'))).rejects.toThrow('ENOENT')

  await page.getByRole('button', { name: 'How agents run' }).click()
  const patience = page.getByRole('textbox', { name: 'Seconds to wait for an agent' })
  await patience.fill('no')
  await patience.press('Tab')
  await expect(page.getByText('Write a number from 1 to 3600.')).toBeVisible()
  await patience.fill('45')
  await patience.press('Tab')
  await expect.poll(() => readFile(join(world.home, 'settings.yaml'), 'utf8').catch(() => '')).toContain('foregroundSeconds: 45')
  await page.getByRole('switch', { name: 'Wake the conversation when an agent ends' }).click()
  await expect.poll(() => readFile(join(world.home, 'settings.yaml'), 'utf8')).toContain('wakeParent: false')
  await expectAccessible('how agents run', page.getByRole('switch', { name: 'Wake the conversation when an agent ends' }))

  await yours.getByRole('button', { name: 'reviewer' }).click()
  await expectAccessible('an agent', detail.getByText('read_file, grep'))
  await detail.getByRole('textbox', { name: 'Try it' }).fill('Review the last change')
  const haveTasks = wire.late('tasks.list')
  await detail.getByRole('button', { name: 'Start' }).click()
  const card = page.getByRole('region', { name: 'Review the last change' })
  // It ended before the board knew of any card.
  const ended = async () =>
    (await run(process.execPath, [ENTRY, 'tasks', 'list', '--status', 'completed'], { cwd: world.project, env: world.env })).stdout
  await expect.poll(ended).toContain('reviewer')
  haveTasks()
  await expect(card).toContainText('Nothing to object to.')
  await expect(page.locator('[data-task-id]', { hasText: 'reviewer' })).toHaveAttribute('data-status', 'completed')
})

test('a conversation goes on as the agent that is picked, by keyboard, shows it after a reload, and /agent default returns', async ({
  page,
  openWorld,
  expectAccessible,
}) => {
  const world = await openWorld({ script: () => ({ newEpoch: true, text: 'Looked.' }) })
  const haveCommands = (await wireOf(page)).late('commands.list')
  await openProject(page, await world.serve())
  const picker = page.getByRole('button', { name: /^Agent: / })
  await expect(picker).toHaveAccessibleName('Agent: MewCode itself')
  await messageBox(page).fill('/agent')
  await messageBox(page).press('Enter')
  // Pressed before the window knew its commands.
  haveCommands()
  await expect(picker).toBeFocused()
  await picker.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Plan' })).toBeVisible()
  await expectAccessible('the agents to pick from', page.getByRole('menu'))
  await page.keyboard.type('Pl')
  await page.keyboard.press('Enter')
  await expect(picker).toHaveAccessibleName('Agent: Plan')
  await send(page, 'What now?')
  await turnEnds(page)
  expect(world.model.requests[0]?.raw).toContain('handed this conversation to you')
  await page.reload()
  await expect(picker).toHaveAccessibleName('Agent: Plan')
  await expect(page.getByRole('button', { name: 'Mode: Plan only' })).toBeVisible()
  await messageBox(page).press('Shift+Tab')
  await expect(page.getByText('The agent Plan keeps this session to the mode plan.')).toBeVisible()
  await send(page, '/agent default')
  await expect(picker).toHaveAccessibleName('Agent: MewCode itself')
  await page.reload()
  await expect(picker).toHaveAccessibleName('Agent: MewCode itself')
})

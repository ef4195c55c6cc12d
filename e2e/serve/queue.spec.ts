import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test as accessible } from './accessible.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting messages' })
const lines = (page: Page) => waiting(page).getByRole('listitem')

/** What the person said in each request, newest last. */
function saidIn(raw: string | undefined, texts: readonly string[]): string[] {
  return texts.filter((text) => raw?.includes(text))
}

test('messages of a running turn wait in order, one is taken back, one goes first; a second window sees the same', async ({
  page,
  context,
  openWorld,
}) => {
  const gate = Promise.withResolvers<void>()
  const world = await openWorld({ script: [{ text: 'Working. Done.', gate: gate.promise }, { text: 'A.' }, { text: 'B.' }] })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'Begin')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  for (const text of ['wait one', 'wait two', 'wait three']) {
    await send(page, text)
    await expect(lines(page).filter({ hasText: text })).toContainText('after this turn')
    await expect(messageBox(page)).toHaveValue('')
  }
  await expect(lines(page)).toHaveText([/wait one/, /wait two/, /wait three/])
  await lines(page).filter({ hasText: 'wait two' }).getByRole('button', { name: 'Take back' }).click()
  await expect(lines(page)).toHaveText([/wait one/, /wait three/])

  const other = await context.newPage()
  await openProject(other, host)
  await expect(lines(other)).toHaveText([/wait one/, /wait three/])
  gate.resolve()
  await turnEnds(page, 3)
  await expect(waiting(page)).toHaveCount(0)
  await expect(waiting(other)).toHaveCount(0)
  const texts = ['wait one', 'wait two', 'wait three']
  expect(world.model.requests.map(({ raw }) => saidIn(raw, texts))).toEqual([[], ['wait one'], ['wait one', 'wait three']])
})

test('Ctrl Enter steers: the words go in before the next step of the same turn', async ({ page, openWorld }) => {
  const gate = Promise.withResolvers<void>()
  const world = await openWorld({
    files: { 'a.txt': 'one\n' },
    script: [{ calls: [{ name: 'read_file', input: { path: 'a.txt' } }], gate: gate.promise }, { text: 'In blue, then.' }],
  })
  await openProject(page, await world.serve())
  await send(page, 'Paint it')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  const keys = page.getByText('steer now')
  await expect(keys).toHaveCount(0)
  await messageBox(page).fill('in blue')
  await expect(keys).toBeVisible()
  await messageBox(page).press('Control+Enter')
  await expect(lines(page)).toContainText('before the next step')
  gate.resolve()
  await turnEnds(page)
  await expect(waiting(page)).toHaveCount(0)
  expect(world.model.requests.map(({ raw }) => saidIn(raw, ['in blue']))).toEqual([[], ['in blue']])
  await expect(page.getByRole('article', { name: 'You' })).toHaveText([/Paint it/, /in blue/])
})

test('“Send now” puts a waiting message ahead of the others and before the next step', async ({ page, openWorld }) => {
  const gate = Promise.withResolvers<void>()
  const world = await openWorld({ script: [{ text: 'Slowly said.', gate: gate.promise }, { text: 'At once.' }, { text: 'Then this.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Begin')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await send(page, 'first in line')
  await expect(lines(page)).toHaveCount(1)
  await send(page, 'the urgent one')
  await expect(lines(page)).toHaveCount(2)
  await lines(page).filter({ hasText: 'the urgent one' }).getByRole('button', { name: 'Send now' }).click()
  await expect(lines(page)).toHaveText([/the urgent one.*before the next step/, /first in line.*after this turn/])
  gate.resolve()
  await turnEnds(page, 3)
  await expect(page.getByRole('article', { name: 'You' })).toHaveText([/Begin/, /the urgent one/, /first in line/])
})

test('at the step limit the turn can be continued', async ({ page, openWorld }) => {
  // The limit of an agent, for the usual one is two hundred.
  const limit = 3
  const world = await openWorld({
    files: { 'a.txt': Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n') },
    script: (_, n) =>
      n < limit + 2 ? { calls: [{ name: 'read_file', input: { path: 'a.txt', offset: n + 1, limit: 1 } }] } : { text: 'All read.' },
  })
  await mkdir(path.join(world.home, 'agents'))
  await writeFile(
    path.join(world.home, 'agents/reader.md'),
    `---\nname: reader\ndescription: Reads\nmaxTurns: ${limit}\n---\nRead what you are told.\n`,
  )
  await openProject(page, await world.serve())
  await send(page, '/agent reader')
  await expect(page.getByRole('button', { name: 'Agent: reader' })).toBeVisible()
  await send(page, 'Read it line by line')
  await expect(page.getByText('Stopped at the step limit.')).toBeVisible()
  expect(world.model.requests.length).toBe(limit)
  await page.getByRole('button', { name: 'Go on' }).click()
  await turnEnds(page, 2)
  await expect(page.getByText('All read.')).toBeVisible()
  expect(world.model.requests.length).toBe(limit + 3)
})

accessible('waiting messages are accessible, narrow too', async ({ page, openWorld, expectAccessible }) => {
  const gate = Promise.withResolvers<void>()
  const world = await openWorld({ script: [{ text: 'Working. Done.', gate: gate.promise }, { text: 'Yes.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Begin')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await send(
    page,
    'a waiting message with so many words that they cannot all stand in one line of the composer, however wide the window is',
  )
  await expectAccessible('waiting message', lines(page))
  await page.setViewportSize({ width: 900, height: 600 })
  await expectAccessible('waiting message, narrow', lines(page))
  gate.resolve()
  await turnEnds(page, 2)
})

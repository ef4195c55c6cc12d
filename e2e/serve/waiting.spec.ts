import { approvalCard, expect, openProject, runOnce, send, test, tool, turnEnds, type Page } from './window.ts'

const read = (path: string) => ({ name: 'read_file', input: { path } })
const messages = (page: Page) => page.getByRole('group', { name: 'Messages' })
const heightOf = (page: Page) => page.locator('.scroller > .lane').evaluate((lane) => lane.getBoundingClientRect().height)

test('a wait says which try comes next and how long it takes, an answer how fast it comes, and the wait is stopped where it stands', async ({
  page,
  openWorld,
}) => {
  const pieces = ['First words. ', 'More words. '.repeat(100), 'Last words.']
  const [first, more, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Behind the message, a ping and the beginning of the text.
  const answer = { pieces, before: (event: number) => [first, more, last][event - 3]?.promise }
  const busy = { type: 'error', error: { type: 'overloaded_error', message: 'busy' } }
  const world = await openWorld({ script: [{ status: 529, headers: { 'retry-after': '40' }, body: busy }, answer] })
  await page.clock.install()
  await openProject(page, await world.serve())
  await send(page, 'Is it free?')
  const trouble = messages(page).getByRole('status').filter({ hasText: 'Next try in' })
  await expect(trouble).toContainText('try 2 of 6')
  await trouble.getByRole('button', { name: 'Stop' }).click()
  await turnEnds(page)
  await expect(trouble).toHaveCount(0)
  expect(world.model.requests.length).toBe(1)

  await send(page, 'And now?')
  await expect(messages(page)).toContainText('Reading the request')
  // The wait begins with the step, which may be told after these words are there.
  await expect(async () => {
    await page.clock.fastForward(65_000)
    await expect(messages(page)).toContainText(/Reading the request\s*\d:\d\d/, { timeout: 500 })
  }).toPass()
  first.resolve()
  await expect(messages(page)).toContainText('First words.')
  await page.clock.pauseAt(Date.now() + 120_000)
  more.resolve()
  await expect(async () => {
    await page.clock.runFor(2_000)
    await expect(messages(page)).toContainText(/Streaming about \d+ tokens a second/, { timeout: 100 })
  }).toPass()
  await page.clock.resume()
  last.resolve()
  await turnEnds(page, 2)
  await expect(messages(page)).not.toContainText('Streaming')
})

test('a step that joins the one before it moves nothing, and a question says for how long it has waited', async ({ page, openWorld }) => {
  const [asked, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const world = await openWorld({
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    script: [
      { calls: [read('a.txt')] },
      { calls: [read('b.txt')], before: (event) => [asked.promise, undefined, undefined, begun.promise][event] },
      { calls: [{ name: 'write_file', input: { path: 'c.txt', content: 'three\n' } }] },
      { text: 'Done.' },
    ],
  })
  await page.clock.install()
  await openProject(page, await world.serve())
  await send(page, 'Read them')
  await expect(tool(page, 'read_file')).toContainText('Read')
  await expect(messages(page)).toContainText('Reading the request')
  const before = await heightOf(page)
  asked.resolve()
  // It is named when its arguments have come.
  await expect(messages(page)).not.toContainText('Reading the request')
  expect(await heightOf(page)).toBe(before)
  begun.resolve()
  await expect(tool(page, 'read_file')).toContainText('a.txt, b.txt')

  await expect(approvalCard(page)).toBeVisible()
  await expect(approvalCard(page)).not.toContainText('waiting')
  await page.clock.fastForward('03:00')
  await expect(approvalCard(page)).toContainText(/waiting [34] min/)
  await runOnce(page)
  await turnEnds(page)
})

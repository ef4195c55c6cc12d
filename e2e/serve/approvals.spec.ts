import { isChild } from '../../core/testing/agents.ts'
import type { ModelScript } from '../../core/testing/model-server/index.ts'
import { wireOf } from './wire.ts'
import { approvalCard, expect, messageBox, openProject, runOnce, send, test, tool, turnEnds } from './window.ts'

const call = (path: string) => ({ calls: [{ name: 'write_file', input: { path, content: `${path}\n` } }] })

test('what waits in another session is counted in the title and opened from the title bar, read before it is answered', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ script: [call('a.txt'), { text: 'Done.' }] })
  const wire = await wireOf(page)
  await openProject(page, await world.serve())
  await expect(page).toHaveTitle('parcel-api – MewCode')
  await send(page, 'Write it')
  await expect(approvalCard(page)).toBeVisible()
  await expect(page).toHaveTitle('(1) parcel-api – MewCode')
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(approvalCard(page)).toHaveCount(0)

  // A key that was meant for what had the focus a moment ago.
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.matches('[data-approval-title]'))
        target.dispatchEvent(new KeyboardEvent('keydown', { key: '1', code: 'Digit1', bubbles: true }))
    }),
  )
  await page.getByRole('button', { name: '1 question waits for you' }).click()
  await page.getByRole('menuitem', { name: 'a.txt · Write it' }).click()
  await expect(approvalCard(page)).toBeVisible()
  // No affirmative button: a key typed in passing answers nothing.
  await expect(page.locator('[data-approval-title]')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(approvalCard(page)).toBeVisible()
  expect(wire.asked('approvals.answer')).toBe(0)
  // The card's first moments are soon over.
  await expect(async () => {
    await page.keyboard.press('1')
    await expect(approvalCard(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await turnEnds(page)
  await expect(page).toHaveTitle('parcel-api – MewCode')
  expect(await world.read('a.txt')).toBe('a.txt\n')
})

test('a host that was killed and started again shows the card, and the answer lets the turn go on', async ({ page, openWorld }) => {
  const world = await openWorld({
    script: [{ text: 'Two files.', calls: [...call('a.txt').calls, ...call('b.txt').calls] }, { text: 'Done.' }],
  })
  const first = await world.serve()
  await openProject(page, first)
  await send(page, 'Write them')
  await expect(approvalCard(page)).toBeVisible()
  first.child.kill('SIGKILL')

  await openProject(page, await world.serve())
  await page.locator('[data-session-id]').getByTitle('Write them').click()
  await expect(approvalCard(page)).toBeVisible()
  await expect(messageBox(page)).toBeEnabled()
  await runOnce(page)
  await expect(tool(page, 'write_file').first()).toHaveAttribute('data-state', 'done')
  await expect(approvalCard(page)).toContainText('b.txt')
  await approvalCard(page).getByRole('button', { name: /^No/ }).click()
  await turnEnds(page)
  await expect(tool(page, 'write_file').nth(1)).toContainText('You said no.')
  await expect(page.getByText('Done.')).toBeVisible()
  expect([await world.read('a.txt'), await world.read('b.txt').catch(() => '')]).toEqual(['a.txt\n', ''])
})

test('an answer that gets lost on its way, or whose reply does, leaves no button dead; a card whose turn is gone goes', async ({
  context,
  page,
  openWorld,
}) => {
  const world = await openWorld({ script: [call('a.txt'), call('b.txt'), call('c.txt')] })
  const host = await world.serve()
  const wire = await wireOf(page)
  await openProject(page, host)
  await send(page, 'Write them')
  const once = approvalCard(page).getByRole('button', { name: /^Run once/ })
  const isWritten = (file: string) => expect.poll(() => world.read(file).catch(() => '')).toBe(`${file}\n`)

  await expect(approvalCard(page)).toContainText('a.txt')
  wire.mute()
  await once.click()
  await expect(approvalCard(page).getByRole('button', { name: /^No/ })).toBeDisabled()
  await wire.cut()
  await expect(approvalCard(page).getByRole('button', { name: /^No/ })).toBeEnabled()
  // What is pressed while nobody hears it is said to have failed; here it is pressed once somebody does again.
  await expect(page.getByText('The connection was lost.')).toHaveCount(0)
  await once.click()
  await isWritten('a.txt')

  await expect(approvalCard(page)).toContainText('b.txt')
  wire.deafen()
  await once.click()
  await isWritten('b.txt')
  await wire.cut()
  await expect(approvalCard(page)).toContainText('c.txt')
  await expect(once).toBeEnabled()

  wire.hold()
  const other = await context.newPage()
  await openProject(other, host)
  await other.getByRole('button', { name: 'Stop' }).click()
  await turnEnds(other)
  await once.click()
  await expect(page.getByText('This question has been answered or has ended already.')).toBeVisible()
  wire.release()
  await turnEnds(page)
  await expect(approvalCard(page)).toHaveCount(0)
  // It is still to be read when the card that said it is gone.
  await expect(page.getByText('This question has been answered or has ended already.')).toBeVisible()
  await expect(messageBox(page)).toBeEnabled()
  expect(await world.read('c.txt').catch(() => '')).toBe('')
})

test('what agents in the background ask is counted after the turn, in a window opened then too, and each says for which job; all are stopped at once', async ({
  page,
  openWorld,
}) => {
  const jobs = ['Rotate the keys', 'Mend the label']
  const asked = Promise.withResolvers<void>()
  const script: ModelScript = (body) => {
    if (isChild(body)) return { newEpoch: true, calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x\n'.repeat(40) } }] }
    if (JSON.stringify(body['messages']).includes('async_launched')) return { wait: asked.promise, text: 'They are at work.' }
    const input = { prompt: 'CHILD-JOB', run_in_background: true, subagent_type: 'general-purpose' }
    return { calls: jobs.map((description) => ({ name: 'agent', input: { ...input, description } })) }
  }
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await send(page, 'Do both')
  // A turn and two agents: on a busy machine they take their time.
  await expect(approvalCard(page)).toHaveCount(2, { timeout: 30_000 })
  for (const job of jobs) await expect(approvalCard(page).filter({ hasText: job })).toContainText('Agent general-purpose')
  asked.resolve()
  await turnEnds(page)
  await expect(page.locator('[data-session-id]')).toContainText('2 waiting')
  await page.reload()
  await expect(page.locator('[data-session-id]')).toContainText('2 waiting')

  await page.getByRole('button', { name: 'Task board' }).click()
  // A task in full has room for a part of the card: question and buttons stay in sight of what is read between them.
  await page.locator('[data-task-id]').first().click()
  const lines = approvalCard(page).getByText('x', { exact: true })
  await expect(lines).toHaveCount(40)
  for (const line of [0, 20, 39]) {
    await lines.nth(line).evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(approvalCard(page).locator('[data-approval-title]')).toBeInViewport({ ratio: 1 })
    await expect(approvalCard(page).getByRole('button', { name: /^Run once/ })).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('button', { name: 'Stop all' }).click()
  const sure = page.getByRole('dialog', { name: 'Stop all 2 tasks?' })
  await sure.getByRole('button', { name: 'Stop all' }).click()
  await expect(sure).toBeHidden()
  await expect(page.locator('[data-task-id][data-status="cancelled"]')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Stop all' })).toHaveCount(0)
})

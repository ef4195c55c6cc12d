import { wireOf } from './wire.ts'
import {
  approvalCard,
  expect,
  expectSameRows,
  heldText,
  messageBox,
  openProject,
  openSession,
  runOnce,
  send,
  test,
  tool,
  turnEnds,
} from './window.ts'

const NOTES = 'one\ntwo\n'
const read = { calls: [{ name: 'read_file', input: { path: 'notes.txt' } }] }
const edit = { calls: [{ name: 'edit_file', input: { path: 'notes.txt', old_string: 'two', new_string: 'TWO' } }] }

test('two tabs show the same rows; the second answers, and the card of the first folds', async ({ context, page, openWorld }) => {
  const answered = Promise.withResolvers<void>()
  const world = await openWorld({
    files: { 'notes.txt': NOTES },
    script: [read, edit, { text: 'Both of you see this.', wait: answered.promise }],
  })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'Make two louder')
  await expect(approvalCard(page)).toBeVisible()
  const second = await context.newPage()
  await openProject(second, host)
  await expect(approvalCard(second)).toBeVisible()
  await expectSameRows(second, page)

  await runOnce(second)
  await expect(approvalCard(page)).toHaveCount(0)
  await expect(tool(page, 'edit_file')).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  answered.resolve()
  await Promise.all([page, second].map((each) => turnEnds(each)))
  await expect(page.getByText('Both of you see this.')).toBeVisible()
  await expectSameRows(second, page)
  expect(await world.read('notes.txt')).toBe(NOTES.replace('two', 'TWO'))
})

test('an answer that comes too late changes nothing and says so', async ({ context, page, openWorld }) => {
  const world = await openWorld({ files: { 'notes.txt': NOTES }, script: [read, edit, { text: 'Done.' }] })
  const host = await world.serve()
  const slowWire = await wireOf(page)
  await openProject(page, host)
  await send(page, 'Make two louder')
  await expect(approvalCard(page)).toBeVisible()
  slowWire.hold()
  const second = await context.newPage()
  await openProject(second, host)
  await runOnce(second)
  await turnEnds(second)

  await approvalCard(page).getByRole('button', { name: /^No/ }).click()
  await expect(page.getByText('This question has been answered or has ended already.')).toBeVisible()
  slowWire.release()
  await turnEnds(page)
  await expect(approvalCard(page)).toHaveCount(0)
  expect(await world.read('notes.txt')).toBe(NOTES.replace('two', 'TWO'))
})

test('a tab that turns to another session takes nothing from the tab beside it', async ({ context, page, openWorld }) => {
  const held = heldText(['First piece. ', 'Second piece. ', 'Third piece.'])
  const world = await openWorld({ script: [{ text: 'Earlier.' }, held.step] })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'An earlier question')
  await turnEnds(page)
  await page.getByRole('button', { name: 'New session' }).click()
  await send(page, 'A long question')
  await held.say(page)
  const second = await context.newPage()
  await openProject(second, host)
  await expect(second.getByText('First piece.')).toBeVisible()
  await openSession(second, 'An earlier question')
  await expect(second.getByText('Earlier.')).toBeVisible()

  await held.say(page)
  await second.close()
  await held.say(page)
  await turnEnds(page)
  await expect(messageBox(page)).toBeEnabled()
})

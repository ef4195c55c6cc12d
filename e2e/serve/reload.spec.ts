import { wireOf, type Wire } from './wire.ts'
import {
  approvalCard,
  expect,
  expectSameRows,
  heldText,
  messageBox,
  openProject,
  openSession,
  runOnce,
  seenRows,
  send,
  test,
  tool,
  turnEnds,
} from './window.ts'

const NOTES = 'one\ntwo\nthree\nfour\n'
const EDIT = { name: 'edit_file', input: { path: 'notes.txt', old_string: 'two', new_string: 'TWO' } }
const READ = { name: 'read_file', input: { path: 'notes.txt' } }
const PIECES = ['First **bold** piece. ', 'Second `code` piece. ', 'Third piece.\n\n', '- fourth\n', '- fifth\n', '- sixth\n', '\nSeventh.']

for (const protocol of ['anthropic', 'openai'] as const) {
  test(`a page reloaded in the middle of an answer shows what a page that never reloaded shows (${protocol})`, async ({
    context,
    page,
    openWorld,
  }) => {
    const held = heldText(PIECES, protocol)
    const world = await openWorld({
      protocol,
      files: { 'notes.txt': NOTES },
      script: [{ thinking: 'They want it louder.', text: 'I look first.', calls: [READ] }, { calls: [EDIT] }, held.step],
    })
    const host = await world.serve()
    await openProject(page, host)
    await send(page, 'Make two louder')
    await expect(approvalCard(page)).toBeVisible()
    const reloaded = await context.newPage()
    await openProject(reloaded, host)
    await expect(approvalCard(reloaded)).toBeVisible()
    await expectSameRows(reloaded, page)
    await runOnce(page)
    await expect(tool(page, 'edit_file')).toHaveAttribute('data-state', 'done')

    for (let piece = 0; piece < 3; piece += 1) await held.say(page, reloaded)
    await reloaded.reload()
    await expect(reloaded.getByText('Third piece.')).toBeVisible()
    await expectSameRows(reloaded, page)
    for (let piece = 0; piece < 3; piece += 1) await held.say(page, reloaded)
    await expectSameRows(reloaded, page)
    const middle = await seenRows(page)
    expect(middle.map(({ kind, tool: name, state }) => [kind, name, state].filter(Boolean).join(' '))).toEqual([
      'user',
      'thinking',
      'text',
      'tool read_file done',
      'tool edit_file done',
      'text',
    ])

    await held.say(page, reloaded)
    await turnEnds(page)
    await turnEnds(reloaded)
    await expectSameRows(reloaded, page)
    await reloaded.reload()
    await turnEnds(reloaded)
    await expectSameRows(reloaded, page)
    const end = await seenRows(page)
    expect(end.find((row) => row.tool === 'edit_file')?.diff).toEqual(
      expect.arrayContaining([expect.stringMatching(/removed.*two/), expect.stringMatching(/added.*TWO/)]),
    )
    expect(await world.read('notes.txt')).toBe(NOTES.replace('two', 'TWO'))
  })
}

for (const [trouble, strike] of [
  ['lost events', async (wire: Wire) => wire.lose()],
  ['lost its connection', async (wire: Wire) => (wire.lose(), wire.cut())],
] as const) {
  test(`a page that ${trouble} in the middle of an answer catches up`, async ({ context, page, openWorld }) => {
    const held = heldText(['Heard. ', 'Not heard. ', 'Heard again. ', 'The end.'])
    const world = await openWorld({ script: [held.step] })
    const host = await world.serve()
    await openProject(page, host)
    await send(page, 'Talk to us')
    await held.say(page)
    const other = await context.newPage()
    const wire = await wireOf(other)
    await openProject(other, host)
    await expect(other.getByText('Heard.')).toBeVisible()
    wire.hold()
    await held.say(page)
    await expect(other.getByText('Not heard.')).toHaveCount(0)
    await strike(wire)
    await held.say(page, other)
    await expectSameRows(other, page)
    await held.say(page, other)
    await turnEnds(page)
    await turnEnds(other)
    await expectSameRows(other, page)
  })
}

test('closing the window changes nothing about the turn', async ({ context, page, openWorld }) => {
  const held = heldText(['Before. ', 'While nobody looks.'])
  const world = await openWorld({
    files: { 'notes.txt': NOTES },
    settings: 'defaultMode: acceptEdits\n',
    script: [{ calls: [READ] }, { ...held.step, calls: [EDIT] }, { text: 'All done.' }],
  })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'Make two louder')
  await held.say(page)
  await page.close()
  held.letAll()
  await world.model.received(3)
  await expect.poll(() => world.read('notes.txt')).toBe(NOTES.replace('two', 'TWO'))

  const later = await context.newPage()
  await openProject(later, host)
  await openSession(later, 'Make two louder')
  await turnEnds(later)
  await expect(later.getByText('All done.')).toBeVisible()
  await expect(tool(later, 'edit_file')).toHaveAttribute('data-state', 'done')
  await expect(messageBox(later)).toBeEnabled()
  expect((await seenRows(later)).map((row) => row.kind)).toEqual(['user', 'tool', 'text', 'tool', 'text', 'ending'])
})

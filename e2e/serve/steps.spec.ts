import { approvalCard, expect, messageBox, openProject, runOnce, send, test, tool, turnEnds } from './window.ts'

const read = (file: string) => ({ name: 'read_file', input: { path: file } })
const run = (command: string) => ({ calls: [{ name: 'bash', input: { command, timeout: 120_000 } }] })

test('steps that look stand in one row, what is read of them stays where it is, and an answered question folds into a step', async ({
  page,
  openWorld,
}) => {
  const gate = Promise.withResolvers<void>()
  const world = await openWorld({
    settings: 'permissions:\n  allow:\n    - Bash(touch y)\n',
    files: { 'src/a.ts': 'one\ntwo\n', 'b.ts': 'three\n', 'c.ts': 'four\n' },
    script: [
      { calls: [read('src/a.ts')] },
      { calls: [read('b.ts'), read('c.ts'), read('gone.ts')], wait: gate.promise },
      run('touch x && touch y'),
      run('touch z'),
      { text: 'Done.' },
    ],
  })
  await openProject(page, await world.serve())
  await send(page, 'Look at @src/a.ts')
  await expect(page.locator('[data-row-kind="user"] code')).toHaveText('@src/a.ts')

  // Read by the reader: what comes after it does not join it.
  const reads = tool(page, 'read_file')
  await reads.getByRole('button', { name: /^Read src\/a\.ts/ }).click()
  const lines = reads.first().locator('pre')
  await expect(lines).toContainText('two')
  const before = await lines.boundingBox()
  gate.resolve()
  await expect(reads.nth(1)).toContainText('b.ts, c.ts')
  await expect(reads).toHaveCount(3)
  await expect(reads.nth(2)).toHaveAttribute('data-state', 'failed')
  expect((await lines.boundingBox())?.height).toBe(before?.height)
  const both = reads.nth(1)
  await expect(both).toContainText('2 lines')
  await both.getByRole('button', { name: /^Read b\.ts, c\.ts/ }).click()
  await both
    .getByRole('listitem')
    .nth(1)
    .getByRole('button', { name: /^Read c\.ts/ })
    .click()
  await expect(both.locator('pre')).toContainText('four')

  const card = approvalCard(page)
  await expect(card.getByRole('list', { name: 'Parts of the command' }).getByRole('listitem')).toHaveText([
    /touch x.*No rule allows it; mode is Ask first\./,
    /touch y.*Rule Bash\(touch y\)/,
  ])
  await expect(card).toContainText('limit 2:00')
  await card.getByRole('textbox').fill('Only look')
  await card.getByRole('textbox').press('Control+Enter')
  await expect(card).toContainText('touch z')
  const refused = tool(page, 'bash').first()
  await refused.getByRole('button', { name: 'Refused: Only look' }).click()
  await expect(refused.getByLabel('Refused to run')).toHaveText('touch x && touch y')
  await runOnce(page)
  await turnEnds(page)
  await expect(tool(page, 'bash').nth(1)).toContainText(/Ran.*touch z.*allowed once/)

  // After a reload they stand as they stood.
  await page.reload()
  await expect(tool(page, 'read_file').first()).toContainText('src/a.ts, b.ts, c.ts')
  await expect(tool(page, 'bash')).toHaveText([/^Refused:.*Only look/, /allowed once/])

  await page.getByRole('button', { name: 'Fork this session' }).click()
  await expect(page.locator('[data-session-id]')).toHaveCount(2)
  await expect(messageBox(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Rewind…' }).click()
  await expect(page.getByRole('dialog', { name: 'Rewind' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox').fill('Untitled')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: 'Task board' }).click()
  await expect(page.getByText('No tasks yet')).toBeVisible()
})

import { test } from './accessible.ts'
import { approvalCard, expect, openProject, runOnce, send, tool, turnEnds } from './window.ts'

const code = `export const price = 1 // cents\n${Array.from({ length: 20_000 }, (_, at) => `export const n${at} = ${at}`).join('\n')}\n`

test('a path, a hit and a changed line open in the viewer; code has colours; what lies outside is asked about', async ({
  page,
  openWorld,
  expectAccessible,
}) => {
  const world = await openWorld({
    files: { 'src/a.ts': code, 'src/b.ts': 'export const rate: number = 7 // percent\n'.repeat(60) },
    script: [
      { calls: [{ name: 'grep', input: { pattern: 'n15000\\b' } }] },
      { calls: [{ name: 'read_file', input: { path: 'src/a.ts', limit: 5 } }] },
      { calls: [{ name: 'edit_file', input: { path: 'src/a.ts', old_string: 'price = 1 ', new_string: 'price = 2 ' } }] },
      { text: 'See `src/b.ts:1`, and `/etc/host.conf` too.\n\n```ts\nconst a: string = "b"\n```\n\n$x_1^2$\n' },
    ],
  })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'Go')
  const card = approvalCard(page)
  // A worker and a grammar come with the first code: on a busy machine that is no matter of one press.
  await expect(card.locator('.code-keyword').first()).toHaveText('export', { timeout: 30_000 })
  await expect(card.locator('mark.code-number')).toHaveText(['1', '2'])
  await runOnce(page)
  await turnEnds(page)
  const viewer = page.getByRole('dialog', { name: 'src/a.ts' })
  const wanted = viewer.locator('.wanted')
  const sunken = page.locator('.code-block')
  await expect(sunken.locator('.code-keyword')).toHaveText(['const'])
  await expect(page.locator('.markdown math')).toBeVisible()

  await tool(page, 'grep').getByRole('button', { name: 'a.ts:15002' }).click()
  await expect(wanted).toContainText('export const n15000 = 15000')
  await expect(viewer.locator('.code-keyword').first()).toBeVisible()
  expect((await viewer.locator('.lines').innerText()).length).toBeLessThanOrEqual(90_000)
  await viewer.getByRole('textbox', { name: 'Go to line' }).fill('20000')
  await viewer.getByRole('textbox', { name: 'Go to line' }).press('Enter')
  await expect(wanted).toContainText('n19998')
  await viewer.getByRole('button', { name: 'Close' }).click()

  const changed = page.getByRole('region', { name: 'Changes', exact: true })
  await expect(changed.locator('mark.code-number')).toHaveText(['1', '2'])
  await expectAccessible('changed words in colours', changed.locator('mark').first())
  const diff = tool(page, 'edit_file')
  await expect(diff.locator('mark.code-number')).toHaveText(['1', '2'])
  // The word keeps the colour of its kind on the mark's fill.
  const [word, keyword] = await Promise.all(
    ['mark.code-number', '.code-keyword'].map((which) =>
      diff
        .locator(which)
        .first()
        .evaluate((element) => getComputedStyle(element).color),
    ),
  )
  expect(word).not.toBe(
    await diff
      .locator('.text')
      .first()
      .evaluate((element) => getComputedStyle(element).color),
  )
  expect(word).not.toBe(keyword)
  await diff.getByRole('radio', { name: 'Side by side' }).click()
  await expect(diff.locator('.sides .added')).toContainText('price = 2')
  await diff.locator('.sides .added .number').click()
  await expect(wanted).toContainText('price = 2')
  await viewer.getByRole('button', { name: 'Close' }).click()

  // Long enough to scroll; of a longer one every word would be looked at.
  await page.locator('.markdown').getByRole('button', { name: 'src/b.ts:1' }).click()
  const short = page.getByRole('dialog', { name: 'src/b.ts' })
  await expect(short.locator('.wanted .code-keyword').first()).toBeVisible()
  await expectAccessible('the viewer over coloured code', short.locator('.wanted'))
  await short.getByRole('button', { name: 'Close' }).click()

  await page.locator('.markdown').getByRole('button', { name: '/etc/host.conf' }).click()
  const question = page.getByRole('dialog', { name: '/etc/host.conf' })
  await expect(question).toContainText('outside the project')
  await expect(question.locator('.lines')).toHaveCount(0)
  await question.getByRole('button', { name: 'Open it anyway' }).click()
  await expect(page.getByRole('dialog').locator('.lines')).toBeVisible()
})

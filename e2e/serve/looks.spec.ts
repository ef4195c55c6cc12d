import { otherLook } from './looks.ts'
import { approvalCard, expect, openProject, runOnce, send, test, turnEnds } from './window.ts'

// Fourteen pictures, each drawn and measured, on machines that are busy.
test.setTimeout(180_000)

test('the main screens look as they are kept: a turn with its changes, an approval, the palette, the settings and the board, light and dark', async ({
  page,
  context,
  openWorld,
}) => {
  const world = await openWorld({
    files: { 'src/price.ts': 'export const price = 1\n' },
    script: [
      { text: 'I look first.', calls: [{ name: 'read_file', input: { path: 'src/price.ts' } }] },
      { calls: [{ name: 'edit_file', input: { path: 'src/price.ts', old_string: '= 1', new_string: '= 2' } }] },
      { text: 'The price is **two** now.' },
    ],
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.setFixedTime(new Date('2026-01-05T10:00:00'))
  await openProject(page, await world.serve())
  const canvas = await context.newPage()
  const others: string[] = []
  const look = async (screen: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const other = await otherLook({ page, canvas, screen: `${screen}-${theme}` })
      if (other !== '') others.push(other)
    }
  }
  await look('empty')
  await send(page, 'Make the price two')
  await expect(approvalCard(page)).toBeVisible()
  await look('approval')
  await runOnce(page)
  await turnEnds(page)
  // The side panel asks for its diff by itself.
  await expect(
    page.getByRole('complementary', { name: 'Side panel' }).getByRole('group', { name: /^Changes to .*price\.ts/ }),
  ).toBeVisible()
  await look('turn')
  await page.keyboard.press('Control+KeyK')
  // Each kind comes when the host has said what there is of it.
  for (const name of [/^\/clear/, /price\.ts/, /^Make the price two/])
    await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('')
  await look('palette')
  await page.keyboard.press('Escape')
  for (const section of ['models', 'appearance']) {
    await page.evaluate((to) => (location.hash = to), `#/settings/${section}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await look(`settings-${section}`)
  }
  await page.evaluate(() => (location.hash = '#/board'))
  await expect(page.getByText('No tasks yet')).toBeVisible()
  await look('board')
  expect(others.join('\n\n')).toBe('')
})

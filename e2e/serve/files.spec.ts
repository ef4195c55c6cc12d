import { test } from './accessible.ts'
import { expect, openProject, send, tool, turnEnds } from './window.ts'

const code = `export const price = 1 // cents\n${Array.from({ length: 20_000 }, (_, at) => `export const n${at} = ${at}`).join('\n')}\n`

test('a path, a hit and a changed line open in the viewer; code has colours; what lies outside is asked about', async ({
  page,
  openWorld,
  expectAccessible,
}) => {
  const world = await openWorld({
    files: { 'src/a.ts': code },
    settings: 'defaultMode: bypassPermissions\n',
    script: [
      { calls: [{ name: 'grep', input: { pattern: 'n15000\\b' } }] },
      { calls: [{ name: 'read_file', input: { path: 'src/a.ts', limit: 5 } }] },
      { calls: [{ name: 'edit_file', input: { path: 'src/a.ts', old_string: 'price = 1 ', new_string: 'price = 2 ' } }] },
      { text: 'See `src/a.ts:15002`, and `/etc/host.conf` too.\n\n```ts\nconst a: string = "b"\n```\n\n$x_1^2$\n' },
    ],
  })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'Go')
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
  await expectAccessible('the viewer over coloured code', wanted)
  await viewer.getByRole('textbox', { name: 'Go to line' }).fill('20000')
  await viewer.getByRole('textbox', { name: 'Go to line' }).press('Enter')
  await expect(wanted).toContainText('n19998')
  await viewer.getByRole('button', { name: 'Close' }).click()

  const diff = tool(page, 'edit_file')
  await expect(diff.locator('.code-keyword').first()).toBeVisible()
  await diff.getByRole('radio', { name: 'Side by side' }).click()
  await expect(diff.locator('.sides .added')).toContainText('price = 2')
  await diff.locator('.sides .added .number').click()
  await expect(wanted).toContainText('price = 2')
  await viewer.getByRole('button', { name: 'Close' }).click()

  await page.locator('.markdown').getByRole('button', { name: '/etc/host.conf' }).click()
  const question = page.getByRole('dialog', { name: '/etc/host.conf' })
  await expect(question).toContainText('outside the project')
  await expect(question.locator('.lines')).toHaveCount(0)
  await question.getByRole('button', { name: 'Open it anyway' }).click()
  await expect(page.getByRole('dialog').locator('.lines')).toBeVisible()
})

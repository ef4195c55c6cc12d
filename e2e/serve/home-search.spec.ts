import { expect, openProject, send, test, turnEnds } from './window.ts'

test('Home searches the conversations of all projects, and a hit opens its project at the place', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'The label is mended with src/label.ts.' }, { text: 'Done.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Mend the parcel label')
  await turnEnds(page)
  await page.getByRole('button', { name: 'New session' }).click()
  await send(page, 'Another one')
  await turnEnds(page)

  await page.goto((await world.serve({ home: true })).link)
  await expect(page.getByRole('heading', { name: 'MewCode' })).toBeVisible()
  await page.keyboard.press('Control+Shift+KeyF')
  const dialog = page.getByRole('dialog', { name: 'Search sessions' })
  await dialog.getByRole('textbox').fill('label.ts')
  const hit = dialog.getByRole('listitem')
  await expect(hit).toContainText(['parcel-api'])
  await hit.getByRole('button').click()
  await expect(page.locator('.markdown')).toContainText('The label is mended')
  await expect(page.locator('.title-bar, .head').getByText('Mend the parcel label').first()).toBeVisible()
})

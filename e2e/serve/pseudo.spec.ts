import { clippedTexts, findTranslations, pseudo, speakPseudo } from './pseudo.ts'
import { approvalCard, expect, messageBox, openProject, send, test, turnEnds } from './window.ts'
import { settingsSectionIds } from '../../renderer/lib/settings-link.ts'

test('longer words than English has are cut off nowhere without being told in full', async ({ page, openWorld }) => {
  await page.addInitScript(findTranslations)
  const world = await openWorld({
    files: { 'a.txt': 'one\n' },
    script: [
      {
        calls: [
          { name: 'read_file', input: { path: 'a.txt' } },
          { name: 'grep', input: { pattern: 'one' } },
          { name: 'read_file', input: { path: 'missing.txt' } },
        ],
      },
      { text: 'Read.' },
      { calls: [{ name: 'edit_file', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } }] },
    ],
  })
  /** Each text once, with where it was seen first. */
  const clipped = new Map<string, string>()
  const look = async (screen: string) => {
    for (const size of [
      { width: 900, height: 600 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size)
      for (const text of await clippedTexts(page)) if (!clipped.has(text)) clipped.set(text, `${screen}, ${size.width}`)
    }
  }
  const home = await world.serve({ home: true })
  await page.goto(home.link)
  await expect(page.getByText('Own folder writable')).toBeVisible()
  await speakPseudo(page)
  await expect(page.getByText(pseudo('Own folder writable'))).toBeVisible()
  await look('Home')

  await openProject(page, await world.serve())
  await send(page, 'Read it')
  await turnEnds(page)
  await speakPseudo(page)
  await look('rows')
  await page.locator('[data-composer-input]').fill('Change it')
  await page.keyboard.press('Enter')
  await expect(approvalCard(page)).toBeVisible()
  await look('approval')
  await page.keyboard.press('Control+KeyK')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('palette')
  await page.keyboard.press('Escape')
  for (const section of settingsSectionIds) {
    await page.evaluate((hash) => (location.hash = hash), `#/settings/${section}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await look(`settings, ${section}`)
  }
  await page.evaluate(() => (location.hash = '#/board'))
  await expect(page.getByRole('heading', { name: pseudo('Tasks') })).toBeVisible()
  await look('board')
  await expect(messageBox(page)).toBeHidden()
  expect([...clipped]).toEqual([])
})

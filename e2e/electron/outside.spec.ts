import { expect } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { grey } from '../../core/testing/media-files.ts'
import type { DesktopApp } from './desktop-app.ts'
import { test } from './desktop-test.ts'

let app: DesktopApp
test.beforeEach(async ({ launch }) => {
  app = await launch()
})

test('a dropped file of the project becomes a reference; one from outside is asked about before a copy goes into the message; what only the desktop does is set there', async () => {
  const project = join(app.home, 'project')
  const [inside, picture, outside] = [join(project, 'inside.txt'), join(project, 'plan.png'), join(app.home, 'outside.txt')]
  for (const folder of [project, join(app.home, '.mewcode')]) await mkdir(folder, { recursive: true })
  await writeFile(
    join(app.home, '.mewcode/config.yaml'),
    'default_provider: demo\nproviders:\n  - { name: demo, protocol: demo, model: demo }\n',
  )
  await writeFile(inside, 'in')
  await writeFile(picture, await grey(40, 30))
  await writeFile(outside, 'out')
  await expect((await app.page(0)).locator('main').first()).toBeVisible()
  await app.startAgain([project])
  await expect((await app.page(1)).locator('[data-composer-input]')).toBeVisible()
  const page = await app.page(1)
  const question = page.getByRole('dialog')
  const files = page.getByRole('group', { name: 'Files of this message' })

  const drop = (paths: string[]) =>
    // On a busy machine the browser may take a drag as cancelled.
    expect(async () => {
      await app.drop(1, paths, { x: 500, y: 300 })
      await expect(question).toBeVisible({ timeout: 5_000 })
    }).toPass()

  await drop([inside, outside])
  await expect(question).toContainText(outside)
  await expect(question).not.toContainText(inside)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(files).toHaveText('inside.txt')

  await drop([outside])
  await question.getByRole('button', { name: 'Add a copy' }).click()
  await expect(files.getByRole('button', { name: 'Show outside.txt' })).toBeVisible()

  // A picture of the project goes along itself, without a question: a name of it would be read as text.
  await app.drop(1, [picture], { x: 500, y: 300 })
  await expect(files.locator('img')).toHaveJSProperty('naturalWidth', 40)

  await page.evaluate(() => (location.hash = '#/settings/about/updates'))
  await page.getByRole('button', { name: 'Updates Stable versions' }).click()
  await page.getByRole('menuitemradio', { name: 'Not looked for' }).click()
  await page.getByRole('switch', { name: 'Keep the machine awake' }).click()
  await expect
    .poll(() => readFile(join(app.home, '.mewcode/settings.yaml'), 'utf8').catch(() => ''), { timeout: 10_000 })
    .toMatch(/updates: off[^]*keepAwake: false|keepAwake: false[^]*updates: off/)
})

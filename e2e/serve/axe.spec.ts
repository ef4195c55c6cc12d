import { test } from './accessible.ts'
import { openProject } from './window.ts'

test('settings without any model and a page that may not enter are accessible', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ provider: 'none' })
  const host = await world.serve()
  await openProject(page, host)
  await expectAccessible('a project without a model', page.getByText('Choose a model first.'))
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  await expectAccessible('settings without a model', page.getByText('No model yet'))
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(new URL(host.link).origin)
  await expectAccessible('a page without the link', page.getByRole('alert'))
})

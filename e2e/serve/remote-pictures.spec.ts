import { grey } from '../../core/testing/media-files.ts'
import { expect, openProject, send, test, turnEnds } from './window.ts'

test('a picture of another host is asked for by a press only, and never by the page itself', async ({ page, context, openWorld }) => {
  const world = await openWorld({ script: [{ text: '![a chart](http://a.invalid/chart.png) and ![](http://b.invalid/dot.png)' }] })
  const asked: string[] = []
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => (asked.push(route.request().url()), route.abort()),
  )
  page.on('request', (request) => request.url().includes('/files/') && asked.push('a ticket'))
  await openProject(page, await world.serve())
  await send(page, 'Show me.')
  await turnEnds(page)
  const answer = page.locator('.markdown')
  await expect(answer.getByRole('link', { name: 'a chart: image at a.invalid' })).toBeVisible()
  expect(asked).toEqual([])

  await answer.getByRole('button', { name: 'Show' }).first().click()
  await expect(answer.getByText('The picture at a.invalid could not be loaded.')).toBeVisible()
  expect(asked).toEqual(['a ticket'])

  const dot = await grey(20, 10)
  await page.route('**/files/*', (route) => route.fulfill({ contentType: 'image/png', body: dot }))
  await answer.getByRole('button', { name: 'Show' }).click()
  const picture = answer.getByRole('img', { name: 'b.invalid' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, new URL(image.src).protocol])).toEqual([20, 'blob:'])
})

import { expect, openProject, send, test, turnEnds, type Page } from './window.ts'

const CALLS = 400

test('of hundreds of rows those near the reader are drawn, none jumps while they scroll, and an opened one stays open', async ({
  page,
  openWorld,
}) => {
  const calls = Array.from({ length: CALLS }, (_, n) => ({ name: 'read_file', input: { path: `part-${n}.txt` } }))
  const files = Object.fromEntries(calls.map(({ input }, n) => [input.path, `part ${n}\n`]))
  const world = await openWorld({ files, script: [{ calls }, { text: 'All read.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Read them all')
  await turnEnds(page)
  const rows = page.locator('[data-row-id]')
  await expect(page.getByText('All read.')).toBeVisible()
  expect(await rows.count()).toBeLessThan(200)

  const opened = page.locator('[data-tool="read_file"]').last()
  const id = (await opened.getAttribute('data-row-id')) ?? ''
  await opened.getByRole('button').first().click()
  await expect(opened.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')

  for (let step = 0; step < 20; step += 1) {
    const moved = await scrollUp(page, 400)
    expect(moved.row - moved.asked, `step ${step}`).toBeLessThanOrEqual(1)
    expect(moved.row - moved.asked, `step ${step}`).toBeGreaterThanOrEqual(-1)
  }
  await expect(page.getByText('part-100.txt')).not.toHaveCount(0)
  expect(await rows.count()).toBeLessThan(260)
  await page.getByRole('button', { name: 'Jump to the newest' }).click()
  await expect(page.getByText('All read.')).toBeInViewport()
  const again = page.locator(`[data-row-id="${id}"]`)
  await expect(again.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')
})

/** Scrolls towards the top; how far a row in sight went down with it, two frames later. */
function scrollUp(page: Page, pixels: number): Promise<{ asked: number; row: number }> {
  return page.locator('.scroller').evaluate(async (scroller, by) => {
    const row = [...scroller.querySelectorAll('[data-row-id]')].find(
      (each) => each.getBoundingClientRect().top > scroller.getBoundingClientRect().top,
    )
    const before = row?.getBoundingClientRect().top ?? Number.NaN
    const top = scroller.scrollTop
    scroller.scrollTop = Math.max(0, top - by)
    const asked = top - scroller.scrollTop
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { asked, row: (row?.getBoundingClientRect().top ?? Number.NaN) - before }
  }, pixels)
}

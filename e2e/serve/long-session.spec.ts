import { fillSession } from '../bench/fill-session.ts'
import { expect, heldText, openProject, openSession, send, test, type Locator, type Page } from './window.ts'

const scroller = (page: Page) => page.locator('.scroller')
const rows = (page: Page) => page.locator('[data-row-id]')
const rowOf = (page: Page, n: number) => page.locator(`[data-row-id="turn-${n}:user"]`)

test('a long conversation is drawn in parts and paged both ways, nothing jumps, and its place is kept', async ({ page, openWorld }) => {
  const world = await openWorld()
  await fillSession(world, 60, 'grep')
  await openProject(page, await world.serve())
  await openSession(page, 'A long day')
  await expect(page.getByText('Part 59 was fine.')).toBeInViewport()

  // Out of sight stays what the reader opened or closed; what is open by itself goes, above and below.
  const hits = (n: number) => page.locator(`[data-row-id="turn-${n}:call-${n}"]`).getByRole('button').first()
  await hits(58).click()
  await scrollUntil(page, rowOf(page, 15), -900)
  await expect.poll(() => farRows(page)).toEqual(['turn-58:call-58', 'turn-59:ending'])
  await expect(hits(58)).toHaveAttribute('aria-expanded', 'false')
  await hits(16).click()
  await scrollUntil(page, rowOf(page, 59), 900)
  await expect.poll(() => farRows(page)).toEqual(['turn-16:call-16'])
  await expect(hits(16)).toHaveAttribute('aria-expanded', 'false')
  await scrollUntil(page, rowOf(page, 40), -900)

  const place = await settled(page)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Close settings' }).click()
  await expect.poll(() => placeOf(page), 'after the settings').toEqual(place)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(rows(page)).toHaveCount(0)
  await openSession(page, 'A long day')
  await expect.poll(() => placeOf(page), 'after another session').toEqual(place)
  await page.reload()
  await expect.poll(() => placeOf(page), 'after a reload').toEqual(place)

  await page.getByRole('button', { name: 'Search sessions' }).click()
  const search = page.getByRole('dialog', { name: 'Search sessions' })
  await search.getByRole('textbox').fill('part3 = 3')
  await search.getByRole('button', { name: 'A long day' }).click()
  await expect(page.locator('[data-row-id="turn-3:call-3"]')).toBeInViewport()
  await expect.poll(() => rows(page).count()).toBeLessThan(120)
})

test('a long conversation is read by keyboard, and what is written meanwhile moves nothing', async ({ page, openWorld }) => {
  const held = heldText(['First words. ', `${'More words. '.repeat(200)}\n\n`, 'Last words.'])
  const world = await openWorld({ script: [{ ...held.step, newEpoch: true }] })
  await fillSession(world, 60)
  await openProject(page, await world.serve())
  await openSession(page, 'A long day')
  await expect(page.getByText('Part 59 was fine.')).toBeInViewport()
  await scroller(page).focus()
  await page.keyboard.press('Home')
  await expect(rowOf(page, 45)).toHaveCount(1)
  await page.keyboard.press('End')
  await expect(page.getByText('Part 59 was fine.')).toBeInViewport()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(page.getByText('Part 59 was fine.')).not.toBeInViewport()

  // Whoever sends something sees what comes of it.
  await send(page, 'Go on')
  await held.say(page)
  await expect(page.getByText('First words.')).toBeInViewport()
  await scroller(page).focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(page.getByText('First words.')).not.toBeInViewport()
  const place = await settled(page)
  await held.say(page)
  await held.say(page)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  expect(await placeOf(page)).toEqual(place)
  await page.getByRole('button', { name: 'Jump to the newest' }).click()
  await expect(page.getByText('Last words.')).toBeInViewport()
})

/** The row at the view's top and where it begins, rounded to what a screen can show. */
function placeOf(page: Page): Promise<{ id: string; top: number } | undefined> {
  return scroller(page).evaluate((view) => {
    const edge = view.getBoundingClientRect().top
    const row = [...view.querySelectorAll('[data-row-id]')].find((each) => each.getBoundingClientRect().bottom > edge + 1)
    return row ? { id: row.getAttribute('data-row-id') ?? '', top: Math.round(row.getBoundingClientRect().top - edge) } : undefined
  })
}

/** The place once a press of a key has scrolled all the way. */
async function settled(page: Page): Promise<{ id: string; top: number } | undefined> {
  let before = await placeOf(page)
  for (;;) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const now = await placeOf(page)
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
}

/** Scrolls until the row is drawn; what is in sight moves by just as much. */
async function scrollUntil(page: Page, wanted: Locator, pixels: number): Promise<void> {
  for (let step = 0; step < 60 && (await wanted.count()) === 0; step += 1) {
    const { asked, row } = await scroll(page, pixels)
    expect(Math.abs(row - asked), `step ${step}`).toBeLessThanOrEqual(1)
  }
  await expect(wanted).toHaveCount(1)
}

/** Rows that are drawn though the view is more than three of its heights away. */
function farRows(page: Page): Promise<(string | null)[]> {
  return scroller(page).evaluate((view) => {
    const { top, height } = view.getBoundingClientRect()
    const isFar = (row: DOMRect): boolean => row.bottom < top - 3 * height || row.top > top + 4 * height
    return [...view.querySelectorAll('[data-row-id]')]
      .filter((row) => isFar(row.getBoundingClientRect()))
      .map((row) => row.getAttribute('data-row-id'))
  })
}

/** How far up was scrolled, and how far a row in sight went down with it, two frames later. */
function scroll(page: Page, pixels: number): Promise<{ asked: number; row: number }> {
  return scroller(page).evaluate(async (view, by) => {
    const edge = view.getBoundingClientRect()
    const row = [...view.querySelectorAll('[data-row-id]')].find((each) => each.getBoundingClientRect().top > edge.top)
    const before = row?.getBoundingClientRect().top ?? Number.NaN
    const top = view.scrollTop
    view.scrollTop = Math.max(0, top + by)
    const asked = top - view.scrollTop
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { asked, row: (row?.getBoundingClientRect().top ?? Number.NaN) - before }
  }, pixels)
}

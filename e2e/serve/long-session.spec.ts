import { fillSession } from '../bench/fill-session.ts'
import { expect, heldText, openProject, openSession, send, test, type Page } from './window.ts'

const scroller = (page: Page) => page.locator('.scroller')
const rows = (page: Page) => page.locator('[data-row-id]')
const rowOf = (page: Page, n: number) => page.locator(`[data-row-id="turn-${n}:user"]`)

test('a long conversation is drawn in parts and paged both ways, nothing jumps, and its place is kept', async ({ page, openWorld }) => {
  const world = await openWorld()
  await fillSession(world, 60)
  await openProject(page, await world.serve())
  await openSession(page, 'A long day')
  await expect(page.getByText('Part 59 was fine.')).toBeInViewport()

  const opened = page.locator('[data-row-id="turn-58:call-58"]')
  await opened.getByRole('button').first().click()
  for (let step = 0; step < 60 && (await rowOf(page, 15).count()) === 0; step += 1) {
    const { asked, row } = await scrollUp(page, 900)
    expect(Math.abs(row - asked), `step ${step}`).toBeLessThanOrEqual(1)
  }
  await expect(rowOf(page, 15)).toHaveCount(1)
  expect(await rows(page).count()).toBeLessThan(120)
  await expect(opened.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')

  const place = await placeOf(page)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Close settings' }).click()
  expect(await placeOf(page), 'after the settings').toEqual(place)
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
  expect(await rows(page).count()).toBeLessThan(120)
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

/** Scrolls towards the top; how far a row in sight went down with it, two frames later. */
function scrollUp(page: Page, pixels: number): Promise<{ asked: number; row: number }> {
  return scroller(page).evaluate(async (view, by) => {
    const row = [...view.querySelectorAll('[data-row-id]')].find(
      (each) => each.getBoundingClientRect().top > view.getBoundingClientRect().top,
    )
    const before = row?.getBoundingClientRect().top ?? Number.NaN
    const top = view.scrollTop
    view.scrollTop = Math.max(0, top - by)
    const asked = top - view.scrollTop
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { asked, row: (row?.getBoundingClientRect().top ?? Number.NaN) - before }
  }, pixels)
}

import { settingsSectionIds } from '../../renderer/lib/settings-link.ts'
import { approvalCard, expect, heldText, openProject, send, test, turnEnds, type Page } from './window.ts'

/** What of a screen cannot be reached or pressed, after scrolling inside its panes. `root`: a dialog, while one is open. */
async function outOfReach(page: Page, root = 'body'): Promise<string[]> {
  await expect(page.locator(`${root} .skeleton`)).toHaveCount(0)
  return await page.evaluate((within) => {
    const problems = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    const controls = document.querySelectorAll<HTMLElement>(`:is(${within}) :is(button, input, textarea, select, a[href], [role="option"])`)
    for (const control of controls) {
      if (
        !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
        control.closest('.sr-only, [aria-hidden="true"]')
      )
        continue
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right, top, bottom, width } = control.getBoundingClientRect()
      const name = `${control.localName} "${(control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40)}"`
      const isInside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
      if (!isInside || width < 12) problems.push(`${name} at ${[left, top, right, bottom].map(Math.round).join(' ')}`)
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isHit = hit && (control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))
      if (isInside && !isHit) problems.push(`${name} lies under ${hit?.outerHTML.slice(0, 80)}`)
    }
    return problems
  }, root)
}

test('at 200 % of 1280 × 800 nothing is out of reach, and the page never scrolls sideways', async ({ page, openWorld }) => {
  // What a window is in its own pixels when it is drawn at twice the size.
  await page.setViewportSize({ width: 640, height: 400 })
  const world = await openWorld({
    files: { 'a.txt': 'one\n' },
    script: [
      { text: `Read.\n\n\`\`\`ts\nconst ${'aLongName'.repeat(20)} = 1\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |` },
      { calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'two\n' } }] },
    ],
  })
  const problems = new Map<string, string[]>()
  const look = async (screen: string, root?: string) => {
    const found = await outOfReach(page, root)
    if (found.length > 0) problems.set(screen, found)
  }
  await page.goto((await world.serve({ home: true })).link)
  await expect(page.getByText('Own folder writable')).toBeVisible()
  await look('Home')
  await openProject(page, await world.serve())
  await send(page, 'Read it')
  await turnEnds(page)
  await look('turn')
  await send(page, 'Change it')
  await expect(approvalCard(page)).toBeVisible()
  await look('approval')
  await page.keyboard.press('Control+KeyJ')
  await look('panel', '.panel')
  await page.keyboard.press('Control+KeyB')
  await look('sessions', '.sidebar')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+KeyK')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('palette', '[role="dialog"]')
  await page.keyboard.press('Escape')
  for (const section of settingsSectionIds) {
    await page.evaluate((hash) => (location.hash = hash), `#/settings/${section}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await look(`settings, ${section}`)
  }
  await page.evaluate(() => (location.hash = '#/board'))
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await look('board')
  expect(Object.fromEntries(problems)).toEqual({})
})

/** Parts of the page that would move: running animations, and rules that hold a duration. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const holds = (style: CSSStyleDeclaration) =>
      [style.animationDuration, style.transitionDuration].some((times) => times.split(',').some((time) => parseFloat(time) > 0)) ||
      style.scrollBehavior === 'smooth'
    const elements = [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((pseudo) =>
        holds(getComputedStyle(element, pseudo)) ? [`${element.localName}.${element.className}${pseudo ?? ''}`] : [],
      ),
    )
    return [
      ...document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(String),
      ...elements,
    ]
  })
}

test('nothing moves for a person who asked for less motion, also while a model answers and a menu opens', async ({ page, openWorld }) => {
  const { step, say, letAll } = heldText(['Reading', ' on.'])
  const world = await openWorld({ script: [step] })
  await openProject(page, await world.serve())
  await send(page, 'Read it')
  await say(page)
  expect(await moving(page)).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // What has begun before goes on to its end.
  await expect.poll(() => moving(page)).toEqual([])
  await page.keyboard.press('Control+KeyK')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await moving(page)).toEqual([])
  await page.keyboard.press('Escape')
  letAll()
  await turnEnds(page)
  // What waits for the end of an animation must not wait for ever.
  const menus = page.getByRole('button', { name: 'More about Read it' })
  for (let round = 0; round < 12; round += 1) {
    await menus.press('Enter')
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    // The focus comes back a moment later; a menu opened before that would lose it.
    await expect(menus).toBeFocused()
  }
  await page.evaluate(() => (location.hash = '#/settings/models'))
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(await moving(page)).toEqual([])
})

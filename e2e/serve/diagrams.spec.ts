import { hostileDiagrams } from '../fixtures/hostile-diagrams.ts'
import type { FrameLocator } from '@playwright/test'
import { expect, openProject, send, test, turnEnds, type Page } from './window.ts'

const fence = '```'
const block = (source: string): string => `${fence}mermaid\n${source}\n${fence}`

const GOOD = 'graph TD\n  A[Parse] --> B{Valid?}\n  B -->|yes| C[Send]\n  B -->|no| A'
const BROKEN = 'graph TD; A --'

/** Says these diagrams and answers their blocks. */
async function say(page: Page, text: string) {
  await send(page, text)
  await turnEnds(page)
  return page.locator('.code-block')
}

test('a diagram is drawn when asked, beside its source, and follows the theme; a broken one says why', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: [GOOD, BROKEN].map(block).join('\n\n') }] })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/diagram/') && asked.push(new URL(request.url()).pathname))
  await page.emulateMedia({ colorScheme: 'light' })
  await openProject(page, await world.serve())
  const blocks = await say(page, 'Draw it.')
  const good = blocks.nth(0)
  await expect(good.getByRole('button', { name: 'Draw' })).toBeVisible()
  expect(asked).toEqual([])

  await good.getByRole('button', { name: 'Draw' }).click()
  const frame = good.locator('iframe')
  await expect(frame).toBeVisible()
  expect(asked).toEqual(['/diagram/frame.html'])
  await expect(good.locator('pre')).toBeHidden()
  expect(await frame.evaluate((element) => element.clientHeight)).toBeGreaterThan(200)
  const picture = frame.contentFrame()
  await expect(picture.getByText('Valid?')).toBeVisible()
  const ink = (): Promise<string> => picture.locator('svg').evaluate((svg) => getComputedStyle(svg).fill)
  const light = await ink()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ink).not.toBe(light)

  await good.getByRole('button', { name: 'Show source' }).click()
  await expect(good.locator('pre')).toContainText('A[Parse]')
  await expect(frame).toBeHidden()
  await good.getByRole('button', { name: 'Show diagram' }).click()
  await expect(frame).toBeVisible()

  const broken = blocks.nth(1)
  await broken.getByRole('button', { name: 'Draw' }).click()
  await expect(broken.getByRole('status')).toContainText(/could not be drawn.*Parse error on line/)
  await expect(broken.locator('pre')).toContainText(BROKEN)
  await expect(broken.locator('iframe')).toHaveCount(0)
})

/** What of a drawn diagram could run, load or lead somewhere, after everything in it was pressed. */
async function pressed(picture: FrameLocator) {
  return await picture.locator(':root').evaluate((root) => {
    for (const element of root.querySelectorAll('svg, svg *')) element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const strange = [...root.querySelectorAll('a, body script, iframe, img, link, object')]
    const handlers = [...root.querySelectorAll('body *')].filter((each) => [...each.attributes].some(({ name }) => name.startsWith('on')))
    return { strange: [...strange, ...handlers].map((each) => each.outerHTML), ran: '__ran' in window, origin: window.origin }
  })
}

test('whatever a diagram brings along, it runs nothing, loads nothing and leads nowhere', async ({ page, context, openWorld, faults }) => {
  const world = await openWorld({ script: [{ text: block(GOOD) }] })
  const away: string[] = []
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => (away.push(route.request().url()), route.abort()),
  )
  context.on('page', (opened) => away.push(`window ${opened.url()}`))
  page.on('dialog', (dialog) => (away.push(`dialog ${dialog.message()}`), void dialog.dismiss()))
  await openProject(page, await world.serve())
  const address = page.url()
  const blocks = await say(page, 'Draw it.')
  const frame = page.locator('iframe')
  const seen: object[] = []
  for (const source of hostileDiagrams) {
    // One that cannot be drawn takes the frame away.
    if ((await frame.count()) === 0) await blocks.getByRole('button', { name: 'Draw' }).click()
    const picture = frame.contentFrame()
    await expect(picture.locator('main svg')).toBeVisible()
    await picture.locator('body').evaluate((body) => body.replaceChildren())
    await frame.evaluate(
      (element: HTMLIFrameElement, text) => element.contentWindow?.postMessage({ source: text, theme: 'light' }, '*'),
      source,
    )
    await expect.poll(async () => (await frame.count()) === 0 || (await picture.locator('main svg').count()) > 0).toBe(true)
    if ((await frame.count()) > 0) seen.push(await pressed(picture))
  }
  expect(seen.length).toBeGreaterThan(18)
  expect(seen).toEqual(seen.map(() => ({ strange: [], ran: false, origin: 'null' })))
  expect(await page.evaluate(() => '__ran' in window)).toBe(false)
  expect([away, page.url()]).toEqual([[], address])
  // Drawing tries some of it; the policy of the frame, whose words no other page of ours has, is what says no.
  const tried = faults.filter((fault) => /^CSP-REPORT|'sha256-|"default-src 'none'"/.test(fault))
  expect(tried).not.toEqual([])
  faults.splice(0, faults.length, ...faults.filter((fault) => !tried.includes(fault)))
})

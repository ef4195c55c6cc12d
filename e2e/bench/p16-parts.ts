import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'

const PAGE = new URL('../../out/renderer/', import.meta.url)

export function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
}

/** From a press on a session of the list until its newest row is painted. */
export function openMs(page: Page, title: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const session = document.querySelector<HTMLElement>(`[data-session-id] [title="${wanted}"]`)
    const startedAt = performance.now()
    session?.click()
    while (!document.querySelector('[data-row-kind="ending"]')) await new Promise(requestAnimationFrame)
    // The frame after the one that drew it: it is on the screen.
    await new Promise(requestAnimationFrame)
    return performance.now() - startedAt
  }, title)
}

/** A new page with the session in its list. */
export async function listAgain(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New session' }).first().click()
  await page.locator('[data-row-id]').first().waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('[data-session-id]').getByTitle(title).waitFor()
}

/** What the page asks for before anything of it runs, packed, in KB. */
export async function firstScriptKb(): Promise<number> {
  const html = await readFile(new URL('index.html', PAGE), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(([, file = '']) => file)
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(fileURLToPath(new URL(file, PAGE))), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** From the paste of so much text into the message box until the frame that shows what became of it. */
export function pasteMs(page: Page, characters: number): Promise<number> {
  return page.locator('textarea').evaluate(async (field, length) => {
    const data = new DataTransfer()
    data.setData('text/plain', `{"a":"${'x'.repeat(length)}"}`)
    const startedAt = performance.now()
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return performance.now() - startedAt
  }, characters)
}

/** How much the document weighs, in KB. */
export async function domKb(page: Page): Promise<number> {
  return (await page.evaluate(() => document.documentElement.outerHTML.length)) / 1000
}

/** Milliseconds of CPU that the page has spent so far: on scripts, and on drawing, which is styles and layout. */
export async function cpuMs(cdp: CDPSession): Promise<{ scripts: number; drawing: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (wanted: string): number => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000
  return { scripts: of('ScriptDuration'), drawing: of('LayoutDuration') + of('RecalcStyleDuration') }
}

/** What the page's scripts hold once what nobody needs is gone, in MiB. */
export async function heapMiB(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20
}

export async function sendPrompt(page: Page, text: string): Promise<void> {
  await page.locator('textarea').fill(text)
  await page.locator('textarea').press('Enter')
}

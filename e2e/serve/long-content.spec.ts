import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { approvalCard, expect, messageBox, openProject, runOnce, send, test, tool, turnEnds, type Page } from './window.ts'

const DOM_BUDGET = 64 * 1024
const LONG_NAME = `${'a-very-long-folder-name/'.repeat(6)}${'and-a-file-name-that-goes-on-and-on-'.repeat(4)}.txt`

test('ten megabytes of output put no more than 64 KB into the page, and lie on disk in full', async ({ page, openWorld }) => {
  const command = `${JSON.stringify(process.execPath)} big.mjs`
  const world = await openWorld({
    settings: 'defaultMode: bypassPermissions\n',
    // Long lines and many of them; one line alone is larger than the budget.
    files: { 'big.mjs': "process.stdout.write('x'.repeat(100_000) + '\\n' + 'a line of output, one of many\\n'.repeat(350_000))\n" },
    script: [{ calls: [{ name: 'bash', input: { command } }] }, { text: 'That was long.' }],
  })
  await openProject(page, await world.serve())
  const before = await domBytes(page)
  await send(page, 'Print a lot')
  await turnEnds(page)
  await expect(tool(page, 'bash')).toHaveAttribute('data-state', 'done')
  expect((await domBytes(page)) - before).toBeLessThan(DOM_BUDGET)
  const entries = await readdir(world.home, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(entries.map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size))
  expect(Math.max(...sizes)).toBeGreaterThan(10_000_000)
  await tool(page, 'bash').getByRole('button').first().click()
  await expect(tool(page, 'bash').getByLabel('Output')).toBeVisible()
  const more = tool(page, 'bash').getByRole('button', { name: /^Show \d+ more/ })
  for (let presses = 0; presses < 10 && (await more.isVisible()); presses += 1) await more.click()
  expect((await domBytes(page)) - before).toBeLessThan(DOM_BUDGET)
})

test('two thousand lines of a file, hundreds of hits and a long diff stay folded', async ({ page, openWorld }) => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `long ${index + 1}`)
  const world = await openWorld({
    settings: 'defaultMode: acceptEdits\n',
    files: { 'long.txt': lines.join('\n') },
    script: [
      {
        calls: [
          { name: 'read_file', input: { path: 'long.txt' } },
          { name: 'grep', input: { pattern: 'long', output_mode: 'content' } },
        ],
      },
      { calls: [{ name: 'write_file', input: { path: 'long.txt', content: lines.map((line) => line.toUpperCase()).join('\n') } }] },
      { text: 'All upper case.' },
    ],
  })
  await openProject(page, await world.serve())
  const before = await domBytes(page)
  await send(page, 'Upper case it')
  await turnEnds(page)
  await expect(tool(page, 'write_file')).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toContainText('+2000')
  const panel = await page.getByRole('complementary', { name: 'Side panel' }).evaluate((element) => element.outerHTML.length)
  expect((await domBytes(page)) - before - panel).toBeLessThan(DOM_BUDGET)
  await expect(tool(page, 'read_file')).toContainText('2000 lines')
})

test('an edit that shares no line with what was there is asked about, made and shown at once', async ({ page, openWorld }) => {
  const lines = (word: string) => Array.from({ length: 12_000 }, (_, n) => `${word} ${(n * 7_919) % 12_000}`)
  const edit = { name: 'write_file', input: { path: 'huge.txt', content: lines('new').toReversed().join('\n') } }
  const world = await openWorld({
    files: { 'huge.txt': lines('old').join('\n') },
    script: [
      { calls: [{ name: 'read_file', input: { path: 'huge.txt', limit: 1 } }] },
      { calls: [edit], pieceChars: 8_000 },
      { text: 'Rewritten.' },
    ],
  })
  await openProject(page, await world.serve())
  const longest = await longTasks(page)
  await send(page, 'Rewrite it')
  await expect(approvalCard(page).locator('.line').first()).toBeVisible()
  await runOnce(page)
  await turnEnds(page)
  const panel = page.getByRole('complementary', { name: 'Side panel' })
  await panel
    .getByRole('button', { name: /huge\.txt/ })
    .first()
    .click()
  await expect(panel.locator('.line').first()).toBeVisible()
  await page.reload()
  await turnEnds(page)
  // The libraries' own comparison of two such files takes minutes.
  expect(await longest()).toBeLessThan(5_000)
})

test('a paragraph of 1.65 million characters is shown, and found again, without a standstill', async ({ page, openWorld }) => {
  const pieces = Array.from({ length: 33 }, (_, n) => `${n} ${'word '.repeat(9_999)}`)
  const world = await openWorld({ script: [{ pieces }] })
  await openProject(page, await world.serve())
  const longest = await longTasks(page)
  await send(page, 'Say a lot')
  await turnEnds(page)
  expect(await domBytes(page)).toBeLessThan(DOM_BUDGET * 5)
  await page.reload()
  await turnEnds(page)
  await expect(messageBox(page)).toBeEditable()
  expect(await domBytes(page)).toBeLessThan(DOM_BUDGET * 5)
  expect(await longest()).toBeLessThan(5_000)
})

test('long names are cut where they stand and never push the window wide', async ({ page, openWorld }) => {
  const world = await openWorld({
    settings: 'defaultMode: acceptEdits\n',
    script: [
      { calls: [{ name: 'write_file', input: { path: LONG_NAME, content: 'x\n' } }] },
      { text: `\`${LONG_NAME}\` and ${'w'.repeat(500)}` },
    ],
  })
  await openProject(page, await world.serve())
  await messageBox(page).fill('n'.repeat(600))
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 600 })
    expect(await overflow(page), `${width} before`).toBe(0)
  }
  await messageBox(page).press('Enter')
  await turnEnds(page)
  await expect(tool(page, 'write_file')).toHaveAttribute('data-state', 'done')
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page), `${width}`).toBe(0)
  }
})

test('48 KB of streamed Markdown are drawn as one document', async ({ page, openWorld }) => {
  const section = (n: number): string =>
    `## Section ${n}\n\nText with **bold ${n}**, \`code ${n}\` and [link ${n}](https://example.com/${n}).\n\n- item ${n}a\n- item ${n}b\n  1. inner\n\n| a | b |\n| - | - |\n| ${n} | 中文 |\n\n\`\`\`ts\nconst value${n} = ${n} < 2 && '<b>'\n\`\`\`\n\n`
  const count = Math.ceil((48 * 1024) / section(100).length)
  const text = Array.from({ length: count }, (_, index) => section(index)).join('')
  const pieces = text.match(/[^]{1,97}/g) ?? []
  const world = await openWorld({ script: [{ pieces }] })
  await openProject(page, await world.serve())
  await send(page, 'Write a long document')
  await turnEnds(page)
  const row = page.locator('[data-row-kind="text"]')
  const drawn = await row.evaluate((element) => ({
    headings: element.querySelectorAll('h1, h2, h3, h4').length,
    bold: element.querySelectorAll('strong').length,
    links: element.querySelectorAll('a').length,
    rows: element.querySelectorAll('tbody tr').length,
    blocks: [...element.querySelectorAll('pre')].map((block) => block.textContent),
    injected: element.querySelectorAll('pre b').length,
    inner: element.querySelectorAll('ul ol > li').length,
  }))
  expect(drawn).toMatchObject({ headings: count, bold: count, links: count, rows: count, injected: 0, inner: count })
  expect(drawn.blocks.length).toBe(count)
  expect(drawn.blocks.at(-1)).toContain(`const value${count - 1} = ${count - 1} < 2 && '<b>'`)
  await page.reload()
  await turnEnds(page)
  await expect(row.getByRole('heading')).toHaveCount(count)
})

/** From now on, over reloads too: answers how long the page once could not answer, in milliseconds. */
async function longTasks(page: Page): Promise<() => Promise<number>> {
  let longest = 0
  await page.exposeFunction('noteTask', (ms: number) => {
    longest = Math.max(longest, ms)
  })
  const watch = (): void => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) (window as unknown as { noteTask(ms: number): void }).noteTask(duration)
    }).observe({ type: 'longtask' })
  }
  await page.addInitScript(watch)
  await page.evaluate(watch)
  return async () => {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    return longest
  }
}

/** How much the document weighs. */
function domBytes(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.outerHTML.length)
}

/** Pixels that the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}

import type { Browser, CDPSession, Page } from '@playwright/test'
import { makeWorld } from '../serve/world.ts'
import { makeLongSession } from './long-session.ts'
import type { Figure } from './measure.ts'
import { domKb, heapMiB, openMs, pasteMs, renderingMs, sendPrompt } from './p16-parts.ts'

const DELTAS = 1_920
/** Of one delta: together they are 48 KB. */
const CHARS = 25
/** Between two deltas, as a fast model sends them. */
const PAUSE_MS = 2
const FEW_TURNS = 100
const MANY_TURNS = 1_000
const BIG = "process.stdout.write('x'.repeat(100_000) + '\\n' + 'a line of output, one of many\\n'.repeat(350_000))\n"

/** A conversation of 500 messages that goes on: a long answer in small pieces, a tool with a huge output, a huge paste. */
export async function runningFigures(browser: Browser): Promise<readonly Figure[]> {
  const pieces =
    answer()
      .match(new RegExp(`[^]{1,${CHARS}}`, 'g'))
      ?.slice(0, DELTAS) ?? []
  const before = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, PAUSE_MS))
  const world = await makeWorld({
    settings: 'defaultMode: bypassPermissions\n',
    files: { 'big.mjs': BIG },
    script: [
      { pieces, before, newEpoch: true },
      { calls: [{ name: 'bash', input: { command: `${JSON.stringify(process.execPath)} big.mjs` } }] },
      { text: 'That was long.' },
    ],
  })
  try {
    await makeLongSession(world.home, world.project, 100)
    const host = await world.serve()
    const page = await browser.newPage()
    const cdp = await measuring(page)
    await page.goto(host.link)
    await page.locator('[data-session-id]').getByTitle('A long day').waitFor()
    const open = await openMs(page, 'A long day')
    await pageIn(page)

    const spentBefore = await renderingMs(cdp)
    const watched = watchTurn(page)
    await sendPrompt(page, 'Write a long document')
    const { longestMs, worstFrameMs } = await watched
    const spent = (await renderingMs(cdp)) - spentBefore

    const weight = await domKb(page)
    await sendPrompt(page, 'Print a lot')
    await page.getByText('That was long.').waitFor({ timeout: 60_000 })
    const output = (await domKb(page)) - weight
    const paste = await pasteMs(page, 1_000_000)
    return [
      { bench: 'P16', what: 'a session of 500 messages, press to paint', unit: 'ms', budget: 150, samples: [open] },
      { bench: 'P16', what: '1,920 deltas into it, longest task over 50 ms', unit: 'ms', budget: 50, samples: [longestMs] },
      { bench: 'P16', what: '1,920 deltas into it, worst frame', unit: 'ms', budget: 33, samples: [worstFrameMs] },
      { bench: 'P16', what: 'those 48 KB: CPU of scripts, styles, layout', unit: 'ms', budget: 60, samples: [spent] },
      { bench: 'P16', what: '10 MB of output, in the document', unit: 'KB', budget: 64, samples: [output] },
      { bench: 'P16', what: '1 MB pasted', unit: 'ms', budget: 200, samples: [paste] },
    ]
  } finally {
    await world.close()
  }
}

/** Turn after turn in one window: what it holds after many is what it held after few. */
export async function heapFigure(browser: Browser): Promise<Figure> {
  const world = await makeWorld({ script: () => ({ text: 'Yes, this is **done**.' }) })
  try {
    const host = await world.serve()
    const page = await browser.newPage()
    const cdp = await measuring(page)
    await page.goto(host.link)
    await page.locator('textarea').waitFor()
    await turns(page, 0, FEW_TURNS)
    const few = await heapMiB(cdp)
    await turns(page, FEW_TURNS, MANY_TURNS)
    const many = await heapMiB(cdp)
    return { bench: 'P16', what: 'heap after 1,000 turns over after 100', unit: '×', budget: 1.2, samples: [many / few] }
  } finally {
    await world.close()
  }
}

/** Durations count what the page's thread has worked, not what it had to wait for a processor. */
async function measuring(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await cdp.send('Performance.enable')
  return cdp
}

async function turns(page: Page, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    await sendPrompt(page, `Turn ${n}?`)
    await page.waitForFunction((text) => {
      const rows = [...document.querySelectorAll('[data-row-id]')]
      return rows.at(-1)?.getAttribute('data-row-kind') === 'ending' && rows.at(-3)?.textContent?.includes(text)
    }, `Turn ${n}?`)
  }
}

/** Brings every row of the conversation into the page, and goes back to its end. */
async function pageIn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const view = document.querySelector('.scroller')
    if (!view) throw new Error('no conversation')
    while (!document.querySelector('[data-row-id="turn-0:user"]')) {
      view.scrollTop = 0
      await new Promise(requestAnimationFrame)
    }
  })
  await page.getByRole('button', { name: 'Jump to the newest' }).click()
}

/** Until the next turn ends: the longest task the browser reports (those over 50 ms), and the worst time between two frames. */
function watchTurn(page: Page): Promise<{ longestMs: number; worstFrameMs: number }> {
  return page.evaluate(async () => {
    let longestMs = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
    })
    watch.observe({ type: 'longtask' })
    const newest = (): Element | undefined => [...document.querySelectorAll('[data-row-id]')].at(-1)
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    while (newest()?.getAttribute('data-row-kind') !== 'text') await frame()
    let worstFrameMs = 0
    let last = await frame()
    while (newest()?.getAttribute('data-row-kind') === 'text') {
      const now = await frame()
      worstFrameMs = Math.max(worstFrameMs, now - last)
      last = now
    }
    watch.disconnect()
    return { longestMs, worstFrameMs }
  })
}

function answer(): string {
  const section = (n: number): string =>
    `## Section ${n}\n\nText with **bold ${n}**, \`code ${n}\` and [link ${n}](https://example.com/${n}). ${'Words that go on. '.repeat(12)}\n\n- item ${n}a\n- item ${n}b\n\n| a | b |\n| - | - |\n| ${n} | 中文 |\n\n\`\`\`ts\nconst value${n} = ${n} < 2\n\`\`\`\n\n`
  return Array.from({ length: 130 }, (_, n) => section(n)).join('')
}

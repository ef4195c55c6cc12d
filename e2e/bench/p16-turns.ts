import type { Browser, CDPSession, Page } from '@playwright/test'
import { makeWorld } from '../serve/world.ts'
import { makeLongSession } from './long-session.ts'
import type { Figure } from './measure.ts'
import { domKb, heapMiB, listAgain, openMs, pasteMs, sendPrompt } from './p16-parts.ts'
import { replies, streamFigures } from './p16-stream.ts'

const OPENS = 11
const FEW_TURNS = 100
const MANY_TURNS = 1_000
const BIG = "process.stdout.write('x'.repeat(100_000) + '\\n' + 'a line of output, one of many\\n'.repeat(350_000))\n"

/** A conversation of 500 messages that goes on: a long answer in small pieces, a tool with a huge output, a huge paste. */
export async function runningFigures(browser: Browser): Promise<readonly Figure[]> {
  const world = await makeWorld({
    settings: 'defaultMode: bypassPermissions\n',
    files: { 'big.mjs': BIG },
    script: [
      ...(await replies()),
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
    const opens: number[] = []
    await openMs(page, 'A long day')
    while (opens.length < OPENS) {
      await listAgain(page, 'A long day')
      opens.push(await openMs(page, 'A long day'))
    }
    await pageIn(page)
    const stream = await streamFigures(page, cdp)

    const weight = await domKb(page)
    await sendPrompt(page, 'Print a lot')
    await page.getByText('That was long.').waitFor({ timeout: 60_000 })
    const output = (await domKb(page)) - weight
    const paste = await pasteMs(page, 1_000_000)
    return [
      { bench: 'P16', what: 'a session of 500 messages, press to paint', unit: 'ms', budget: 150, samples: opens },
      ...stream,
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
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
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

import { chromium } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { makeWorld } from '../serve/world.ts'
import { makeLongSession } from './long-session.ts'
import type { Bench } from './measure.ts'
import { firstPaintMs, firstScriptKb, listAgain, openMs } from './p16-parts.ts'
import { heapFigure, runningFigures } from './p16-turns.ts'

const ROUNDS = 7
const WARM_UP = 1

/** The window in Chromium: its first paint, long sessions as they open and as they grow, and what all that leaves behind. */
export const p16: Bench = {
  name: 'P16',
  async run() {
    const world = await makeWorld()
    await makeLongSession(world.home, world.project)
    const host = await world.serve()
    const browser = await chromium.launch(await findBrowser())
    try {
      const running = await runningFigures(browser)
      const heap = await heapFigure(browser)
      const page = await browser.newPage()
      await page.goto(host.link)
      await page.locator('[data-session-id]').getByTitle('A long day').waitFor()
      const paints: number[] = []
      const opens: number[] = []
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        await listAgain(page, 'A long day')
        const paint = await firstPaintMs(page)
        const open = await openMs(page, 'A long day')
        if (round < 0) continue
        paints.push(paint)
        opens.push(open)
      }
      return [
        { bench: 'P16', what: 'first paint of the window', unit: 'ms', budget: 400, samples: paints },
        { bench: 'P16', what: 'first script, packed', unit: 'KB', budget: 250, samples: [await firstScriptKb()] },
        { bench: 'P16', what: 'a session of 10,000 messages, press to paint', unit: 'ms', budget: 300, samples: opens },
        ...running,
        heap,
      ]
    } finally {
      await browser.close()
      await world.close()
    }
  },
}

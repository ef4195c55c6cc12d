import axe, { type AxeResults } from 'axe-core'
import { expect, test as base, type Locator, type Page } from './window.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Accessible {
  /** Nothing on the whole page, once `named` stands there, is against WCAG 2.2 AA, in either theme. */
  expectAccessible: (screen: string, named: Locator) => Promise<void>
}

export const test = base.extend<Accessible>({
  expectAccessible: async ({ page, faults }, use) => {
    // Axe looks at every state in two themes, on machines that are busy.
    base.info().setTimeout(Math.max(base.info().timeout, 180_000))
    await use(async (screen, named) => {
      for (const theme of ['light', 'dark'] as const) {
        // The app follows the system; what is chosen in the settings has tests of its own.
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await expect(named.first()).toBeVisible()
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
        const before = faults.length
        const found = await violations(page)
        // Axe copies style sheets into a document of its own, which the page's policy forbids it and reports.
        faults.splice(before)
        expect(found, `${screen}, ${theme}`).toEqual([])
      }
    })
  },
})

declare global {
  interface Window {
    axe?: { run(context: Document, options: object): Promise<AxeResults> }
  }
}

/**
 * Runs axe inside the page and brings back what is wrong only. Its own Playwright package reads the script anew, opens a second page and
 * carries every passed check across each time: a second and a half instead of a tenth.
 */
async function violations(page: Page): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(axe.source)
  }
  return await page.evaluate(async (rules) => {
    const results = await window.axe?.run(document, { runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
    if (results === undefined || results.passes.length === 0) return ['axe looked at nothing']
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    )
  }, RULES)
}

import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Locator } from './window.ts'

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
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
        // Axe copies style sheets into a document of its own, which the page's policy forbids it and reports.
        faults.splice(before)
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
        )
        expect(found, `${screen}, ${theme}`).toEqual([])
      }
    })
  },
})

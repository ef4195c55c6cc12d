import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the whole page, once `named` stands there, is against WCAG 2.2 AA, in either theme. */
export async function expectAccessible(page: Page, screen: string, named: Locator): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    // The app follows the system; what is chosen in the settings has tests of its own.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(named.first()).toBeVisible()
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
    expect(found, `${screen}, ${theme}`).toEqual([])
  }
}

import type { Page } from '@playwright/test'

type Words = string | { readonly [key: string]: Words }

const ACCENTS = new Map(Array.from('aceinouyAEIOU', (letter, at) => [letter, 'áçéíñöúýÅÉÎÖÛ'.charAt(at)]))

/** The same text in a language nobody speaks: accents, and two fifths longer, as German or Finnish would be. Values and plurals stay. */
export function pseudo(text: string): string {
  return text
    .split(' | ')
    .map((form) => {
      const accented = form.replaceAll(/\{[^}]*\}|[^{}]+/g, (part) => (part.startsWith('{') ? part : accent(part)))
      return `${accented}${'é'.repeat(Math.ceil(form.replaceAll(/\{[^}]*\}/g, '').length * 0.4))}`
    })
    .join(' | ')
}

function accent(text: string): string {
  return Array.from(text, (letter) => ACCENTS.get(letter) ?? letter).join('')
}

function inPseudo(words: Words): Words {
  if (typeof words === 'string') return pseudo(words)
  return Object.fromEntries(Object.entries(words).map(([key, inner]) => [key, inPseudo(inner)]))
}

interface Translations {
  global: { messages: { value: { en: Words } }; setLocaleMessage(locale: string, words: Words): void }
}

/** Vue leaves its app on the element it stands in: the page's own vue-i18n takes other words, and production has nothing for tests. */
export async function speakPseudo(page: Page): Promise<void> {
  const english = await page.evaluate(() => JSON.parse(JSON.stringify(window.translations().global.messages.value.en)))
  await page.evaluate((words) => window.translations().global.setLocaleMessage('en', words), inPseudo(english as Words))
}

declare global {
  interface Window {
    translations(): Translations
  }
}

/** In the page, before its own scripts. */
export function findTranslations(): void {
  interface Mounted extends Element {
    __vue_app__?: { _context: { provides: Record<symbol, Partial<Translations>> } }
  }
  window.translations = () => {
    const provides = [...document.body.children].map((element: Mounted) => element.__vue_app__).find((app) => app)?._context.provides ?? {}
    for (const key of Object.getOwnPropertySymbols(provides)) {
      const { global } = provides[key] ?? {}
      if (global && 'setLocaleMessage' in global) return { global }
    }
    throw new Error('vue-i18n was not found in the page')
  }
}

/** Pseudo texts that something cuts off, without a title that tells them in full. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').trim()
      const holder = node.parentElement
      if (!/[áçéíñöúýÅÉÎÖÛ]/.test(text) || !holder?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      for (let element: Element | null = holder; element; element = element.parentElement) {
        const { overflowX, overflowY, position, clipPath } = getComputedStyle(element)
        const frame = element.getBoundingClientRect()
        // Told in full, or for screen readers only.
        if (element.hasAttribute('title') || clipPath !== 'none' || frame.width <= 1 || position === 'fixed') break
        const cutsX = overflowX === 'hidden' || overflowX === 'clip'
        const cutsY = overflowY === 'hidden' || overflowY === 'clip'
        if ((cutsX && box.right > frame.right + 1) || (cutsY && box.bottom > frame.bottom + 2)) {
          found.push(`${element.tagName.toLowerCase()}.${element.className}: ${text}`)
          break
        }
        // What scrolls can be reached.
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break
      }
    }
    return [...new Set(found)]
  })
}

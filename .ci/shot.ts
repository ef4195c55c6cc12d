import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { ROOT } from './command.ts'
import type { Language } from './shots-scene.ts'

export const WIDE = { width: 1280, height: 800 }
export const NARROW = { width: 900, height: 600 }

export type Theme = 'light' | 'dark'

export interface Shoot {
  readonly context: BrowserContext
  readonly theme: Theme
  readonly language: Language
}

const FOLDER = join(ROOT, 'out/shots')
/** Those that documents show, kept with them. */
const SHOWN = new Set([
  'chat-light-en',
  'chat-dark-en',
  'chat-light-zh',
  'approval-dark-en',
  'approval-dark-zh',
  'home-light-en',
  'first-run-light-en',
  'settings-models-light-en',
])

export function settingsOf({ theme, language }: Shoot): string {
  return `language: ${language === 'zh' ? 'zh-CN' : 'en'}\ntheme: ${theme}\n`
}

export async function say(page: Page, text: string): Promise<void> {
  await page.locator('[data-composer-input]').fill(text)
  await page.locator('[data-composer-input]').press('Enter')
}

export async function shot(page: Page, screen: string, { theme, language }: Shoot): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const name = `${screen}-${theme}-${language}`
  const folders = [FOLDER, ...(SHOWN.has(name) ? [join(ROOT, 'docs/images')] : [])]
  const picture = await page.screenshot({ caret: 'hide', animations: 'disabled' })
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${name}.png`), picture)
  }
}

/** The same screen in the smallest window too. */
export async function bothShots(page: Page, screen: string, shoot: Shoot): Promise<void> {
  await shot(page, screen, shoot)
  await page.setViewportSize(NARROW)
  await shot(page, `${screen}-900`, shoot)
  await page.setViewportSize(WIDE)
}

import type { Locator } from '@playwright/test'
import type { Stage } from './screen.ts'

/** What is pressed and found on more than one screen. */
export const box = ({ page }: Stage): Locator => page.locator('[data-composer-input]')

export async function say(stage: Stage, text: string): Promise<void> {
  await box(stage).fill(text)
  await box(stage).press('Enter')
}

export const press = (stage: Stage, key: string, values?: Parameters<Stage['t']>[1]): Promise<void> =>
  button(stage, key, values).first().click()

export function button({ page, t }: Stage, key: string, values?: Parameters<Stage['t']>[1]): Locator {
  return page.getByRole('button', { name: t(key, values), exact: true })
}

export const endings = ({ page }: Stage): Locator => page.locator('[data-row-kind="ending"]')
export const approval = ({ page }: Stage): Locator => page.locator('[data-approval-id]')

/** Reads a card and lets it pass; the next call of the model may ask again. */
export async function runOnce(stage: Stage, about: string): Promise<void> {
  const card = approval(stage).filter({ hasText: about })
  await card.getByRole('button', { name: stage.t('approvals.once') }).click()
  await card.waitFor({ state: 'detached' })
}

export async function goTo({ page }: Stage, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
}

/** What a project would run stays off. */
export async function keepUntrusted(stage: Stage): Promise<void> {
  await press(stage, 'trust.keep')
  await stage.page.getByRole('dialog').waitFor({ state: 'hidden' })
}

export const tab = ({ page, t }: Stage, key: string): Locator => page.getByRole('tab', { name: new RegExp(`^${t(key)}`) })
export const dialog = ({ page }: Stage): Locator => page.getByRole('dialog').last()

export async function closeDialog(stage: Stage): Promise<void> {
  await stage.page.keyboard.press('Escape')
  await stage.page.getByRole('dialog').waitFor({ state: 'hidden' })
}

export async function openPalette({ page, t }: Stage, words: string): Promise<void> {
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('combobox', { name: t('palette.field') }).fill(words)
}

import type { Page } from '@playwright/test'
import { makeWorld } from '../e2e/serve/world.ts'
import { bothShots, say, settingsOf, shot, type Shoot } from './shot.ts'
import { workFiles, workScript, workWords } from './shots-work-scene.ts'

/** Trust, questions, a plan, the side panel, the queue, the menus and the pages of the settings. */
export async function atWork(shoot: Shoot): Promise<void> {
  const scene = workScript(shoot.language)
  const words = workWords[shoot.language]
  const world = await makeWorld({
    folder: 'parcel-api',
    files: workFiles(shoot.language),
    settings: `${settingsOf(shoot)}permissions:\n  allow:\n    - Bash(node watch.mjs)\n  deny:\n    - Bash(git push:*)\n`,
    config: '    context_window: 40000\n',
    script: scene.script,
  })
  try {
    const page = await shoot.context.newPage()
    await page.goto((await world.serve()).link)
    await page.getByRole('dialog').getByText('fsmonitor').waitFor()
    await bothShots(page, 'trust', shoot)
    await page.getByRole('button', { name: words.keep }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await inConversation(page, shoot, scene.letGo)
    await inSettings(page, shoot)
  } finally {
    scene.letGo()
    await world.close()
  }
}

async function inConversation(page: Page, shoot: Shoot, letGo: () => void): Promise<void> {
  const words = workWords[shoot.language]
  const box = page.locator('[data-composer-input]')
  await say(page, `/plan ${words.prompt}`)
  await page.getByRole('radio', { name: 'SQLite' }).check()
  await bothShots(page, 'questions', shoot)
  await page.getByRole('button', { name: words.answer, exact: true }).click()
  await page.getByRole('button', { name: words.accept }).waitFor()
  await bothShots(page, 'plan', shoot)
  await page.getByRole('button', { name: words.accept }).click()
  await page.getByText(words.held[0]).waitFor()
  for (const text of words.queued) await say(page, text)
  await page.getByRole('list', { name: words.queue }).getByText(words.queued[1]).waitFor()
  await page.getByRole('tab', { name: words.shells }).click()
  await page.getByRole('log').getByText('parcels.db').waitFor()
  await bothShots(page, 'queue-shells', shoot)
  await page.setViewportSize({ width: 900, height: 600 })
  await page.getByRole('button', { name: words.panel }).click()
  await page.getByRole('log').getByText('parcels.db').waitFor()
  await shot(page, 'shells-900', shoot)
  await page.setViewportSize({ width: 1280, height: 800 })
  letGo()
  await page.locator('[data-row-kind="ending"]').nth(2).waitFor()
  await page.getByRole('tab', { name: words.context }).click()
  await page.getByRole('button', { name: words.compact }).click()
  const summary = page.locator('[data-row-kind="summary"]')
  await summary.getByRole('button').first().click()
  await shot(page, 'context', shoot)
  await box.fill('')
  await box.pressSequentially('/')
  await page.getByRole('option').first().waitFor()
  await bothShots(page, 'commands', shoot)
  await box.fill('')
  await box.pressSequentially('@src')
  await page.getByRole('option').first().waitFor()
  await shot(page, 'mentions', shoot)
  await box.fill('')
  await page.getByRole('button', { name: words.search }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(words.find)
  await page.locator('mark').first().waitFor()
  await bothShots(page, 'search', shoot)
  await page.keyboard.press('Escape')
}

async function inSettings(page: Page, shoot: Shoot): Promise<void> {
  const words = workWords[shoot.language]
  const open = (section: keyof typeof words.sections) => page.getByRole('button', { name: words.sections[section], exact: true }).click()
  await page.keyboard.press('Control+Comma')
  await open('permissions')
  await page.getByRole('region').getByRole('textbox').first().fill('git status && git push origin main')
  await page.getByRole('status').getByText('Bash(git push:*)', { exact: true }).waitFor()
  await bothShots(page, 'settings-permissions', shoot)
  await open('memory')
  await page.getByRole('button', { name: words.note }).click()
  await bothShots(page, 'settings-memory', shoot)
  await open('usage')
  await page.getByRole('table').waitFor()
  await bothShots(page, 'settings-usage', shoot)
  await open('audit')
  await page.getByRole('main').locator('li button').first().click()
  await bothShots(page, 'settings-audit', shoot)
  await open('data')
  await page.getByText('parcel-api').first().waitFor()
  await page.getByText('ripgrep').waitFor()
  await bothShots(page, 'settings-data', shoot)
}

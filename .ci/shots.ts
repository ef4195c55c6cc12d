import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { makeWorld, type World } from '../e2e/serve/world.ts'
import { build } from './build.ts'
import { ROOT } from './command.ts'
import { bothShots, say, settingsOf, shot, WIDE, type Shoot, type Theme } from './shot.ts'
import { servers } from './shots-mcp.ts'
import { atWork } from './shots-work.ts'
import { sceneFiles, sceneScript, sceneWords, type Language } from './shots-scene.ts'
import { withKeyring } from './with-keyring.ts'

const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'zh'] as const satisfies readonly Language[]

// Every screen in both themes and both languages, from the built program over a scripted model.
if (!process.argv.includes('--in-session')) {
  await build()
  process.exitCode = (await withKeyring(['node', '.ci/shots.ts', '--in-session'], { show: true })).code
} else {
  const browser = await chromium.launch(await findBrowser())
  try {
    for (const theme of THEMES) for (const language of LANGUAGES) await shootAll(browser, theme, language)
  } finally {
    await browser.close()
  }
}

async function shootAll(browser: Browser, theme: Theme, language: Language): Promise<void> {
  for (const scene of [firstRun, project, atWork, servers]) {
    const context = await browser.newContext({ viewport: WIDE, colorScheme: theme, reducedMotion: 'reduce' })
    try {
      await scene({ context, theme, language })
    } catch (error) {
      await context
        .pages()
        .at(-1)
        ?.screenshot({ path: join(ROOT, 'out/shots-failed.png') })
      throw error
    } finally {
      await context.close()
    }
  }
  console.log(`${theme} ${language}`)
}

async function firstRun(shoot: Shoot): Promise<void> {
  const world = await makeWorld({ provider: 'none', settings: settingsOf(shoot), env: { ANTHROPIC_API_KEY: 'sk-ant-example-3f9a' } })
  const words = sceneWords[shoot.language]
  try {
    const page = await shoot.context.newPage()
    await page.goto((await world.serve({ home: true })).link)
    await page.getByText(words.writable).waitFor()
    await shot(page, 'first-run', shoot)
    await page.getByRole('button', { name: words.setUp }).click()
    await page.getByRole('dialog').waitFor()
    await shot(page, 'endpoint', shoot)
  } finally {
    await world.close()
  }
}

async function project(shoot: Shoot): Promise<void> {
  const scene = sceneScript(shoot.language)
  const world = await makeWorld({
    folder: 'parcel-api',
    files: sceneFiles,
    settings: settingsOf(shoot),
    config: '  - name: work-openai\n    protocol: openai\n    api_key: "${WORK_KEY}"\n    model: gpt-5.4\n',
    script: scene.script,
  })
  try {
    await inProject(world, shoot, scene)
    await onHome(world, shoot)
  } finally {
    scene.letGo()
    await world.close()
  }
}

async function inProject(world: World, shoot: Shoot, scene: ReturnType<typeof sceneScript>): Promise<void> {
  const words = sceneWords[shoot.language]
  const page = await shoot.context.newPage()
  await page.goto((await world.serve()).link)
  await page.getByRole('heading', { name: words.empty }).waitFor()
  await shot(page, 'empty', shoot)

  await say(page, words.otherPrompt)
  await page.locator('[data-row-kind="ending"]').waitFor()
  await page.getByRole('button', { name: words.newSession, exact: true }).first().click()
  await say(page, words.prompt)
  await page.getByRole('group', { name: words.change, exact: true }).waitFor()
  await shot(page, 'approval-edit', shoot)
  await answerOnce(page, words.once)
  await page.getByLabel(words.command, { exact: true }).waitFor()
  await bothShots(page, 'approval', shoot)
  await answerOnce(page, words.once)
  await page.getByText(scene.shownPiece).waitFor()
  await bothShots(page, 'chat', shoot)
  scene.letGo()
  await page.locator('[data-row-kind="ending"]').waitFor()
  await say(page, words.againPrompt)
  await page.locator('[data-row-kind="ending"]').nth(1).waitFor()
  await shot(page, 'failed', shoot)
  await page.keyboard.press('Control+Comma')
  await page.getByRole('heading', { name: words.models, level: 2 }).waitFor()
  await shot(page, 'settings-models', shoot)
  await page.getByRole('button', { name: words.appearance }).click()
  await page.getByRole('heading', { name: words.appearance, level: 2 }).waitFor()
  await shot(page, 'settings-appearance', shoot)
}

async function onHome(world: World, shoot: Shoot): Promise<void> {
  const words = sceneWords[shoot.language]
  const page = await shoot.context.newPage()
  await page.goto((await world.serve({ home: true })).link)
  await page.getByText(words.writable).waitFor()
  await page.getByRole('button', { name: /^parcel-api ~/ }).waitFor()
  await bothShots(page, 'home', shoot)
  await page.getByRole('button', { name: words.openFolder }).click()
  await page.getByRole('option', { name: 'parcel-api' }).click()
  await shot(page, 'folders', shoot)
}

async function answerOnce(page: Page, name: string): Promise<void> {
  await page.locator('[data-approval-id]').getByRole('button', { name }).click()
}

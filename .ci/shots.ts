import { access, constants, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { languages, scenes, walk } from '../e2e/screens/index.ts'
import { build } from './build.ts'
import { ROOT } from './command.ts'
import { withKeyring } from './with-keyring.ts'

const FOLDER = join(ROOT, 'docs/images')
const FAILED = join(ROOT, 'out/shots-failed.png')
const THEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]

/** Where pictures are taken: a home folder as a person has one, where one can be made. */
const HOMES = process.platform === 'darwin' ? '/Users' : '/home'

const wanted = process.argv.slice(2).filter((word) => word !== '--in-session')
const taken = wanted.length === 0 ? scenes : scenes.filter(({ name }) => wanted.includes(name))
const missing = wanted.find((one) => !scenes.some(({ name }) => name === one))
if (missing !== undefined) throw new Error(`No scene ${missing}. There are: ${scenes.map(({ name }) => name).join(', ')}`)

// Every screen in both themes, languages and sizes, from the built program over a scripted model.
if (process.argv.includes('--in-session')) await shootAll()
else {
  await build()
  const again = ['node', '.ci/shots.ts', '--in-session', ...wanted] as const
  process.exitCode = (await withKeyring(again, { show: true })).code
}

async function shootAll(): Promise<void> {
  if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const at = await access(HOMES, constants.W_OK).then(
    () => join(HOMES, 'you'),
    () => undefined,
  )
  const browser = await chromium.launch(await findBrowser())
  try {
    for (const language of languages)
      for (const scene of taken) {
        const page = await browser.newPage({ viewport: SIZES[0], reducedMotion: 'reduce', locale: language })
        // A picture is taken on busy machines too.
        page.setDefaultTimeout(120_000)
        try {
          await walk(scene, { page, language, at }, async ({ name, isState = false }) => {
            if (!isState) await shoot(page, `${name}-${language}`)
          })
        } catch (error) {
          await page.screenshot({ path: FAILED })
          throw new Error(`${scene.name}, ${language}: see ${FAILED}`, { cause: error })
        }
        await page.close()
        console.log(`${scene.name}, ${language}`)
      }
  } finally {
    await browser.close()
  }
  const files = await readdir(FOLDER)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(FOLDER, file))).size))
  console.log(`${files.length} pictures, ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1)} MB`)
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.mouse.move(0, 0)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const picture = await page.screenshot({ caret: 'hide', animations: 'disabled' })
      // Small: the whole set is kept with the documents.
      const small = await new Transformer(picture).webp(40)
      await writeFile(join(FOLDER, `${name}-${colorScheme}${size.width === 900 ? '-900' : ''}.webp`), small)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

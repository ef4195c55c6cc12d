import { chromium } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from '../e2e/browser.ts'
import { ROOT } from './command.ts'
import { icns, ico } from './icon-files.ts'

/** `npm run icons`: the product's sign, drawn once in `renderer/public/icon.svg`, in the forms that systems want. */
const FOLDER = join(ROOT, 'resources/packaging')
const TRAY = join(ROOT, 'resources/tray')
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024]

const svg = await readFile(join(ROOT, 'renderer/public/icon.svg'), 'utf8')
const pictures = new Map<number, Buffer>()
/** Of one colour, which a Mac sets itself: no ground, and lines as wide as the bar wants them. */
const outline = svg
  .replace(/<rect[^>]*>/, '')
  .replaceAll(/stroke="#[0-9a-f]{6}"/g, 'stroke="#000000"')
  .replace('viewBox="0 0 32 32"', 'viewBox="3 3.5 26 26"')
const browser = await chromium.launch(await findBrowser())
try {
  for (const size of SIZES) pictures.set(size, await draw(svg, size))
  await mkdir(TRAY, { recursive: true })
  await writeFile(join(TRAY, 'trayTemplate.png'), await draw(outline, 16))
  await writeFile(join(TRAY, 'trayTemplate@2x.png'), await draw(outline, 32))
} finally {
  await browser.close()
}
await mkdir(join(FOLDER, 'icons'), { recursive: true })
for (const [size, picture] of pictures) if (size <= 512) await writeFile(join(FOLDER, `icons/${size}x${size}.png`), picture)
await writeFile(join(FOLDER, 'icon.ico'), ico(pictures))
await writeFile(join(FOLDER, 'icon.icns'), icns(pictures))
for (const [size, picture] of pictures) if (size === 64) await writeFile(join(TRAY, 'tray.png'), picture)
await writeFile(join(TRAY, 'tray.ico'), ico(new Map([...pictures].filter(([size]) => size <= 32))))

async function draw(picture: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${picture}`)
  const drawn = await page.screenshot({ omitBackground: true })
  await page.close()
  return drawn
}

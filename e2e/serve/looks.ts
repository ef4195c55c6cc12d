import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'

const FOLDER = path.join(import.meta.dirname, '../fixtures/looks')
/** A cell is 20 CSS pixels of a window of 1280 × 800. */
const [COLUMNS, ROWS] = [64, 40]
/** Of 255 greys: a pane and its neighbour differ by little more. */
const SAME_GREY = 4
/** Of 2560 cells. */
const FEW_CELLS = 40

interface Look {
  readonly page: Page
  /** An empty page that measures the pictures: the window's own policy lets none in. */
  readonly canvas: Page
  readonly screen: string
}

/** What differs from the look that is kept of this screen, as a picture of signs; empty when it looks the same. `UPDATE_LOOKS=1` keeps it anew. */
export async function otherLook({ page, canvas, screen }: Look): Promise<string> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const picture = await page.screenshot({ caret: 'hide', animations: 'disabled' })
  const seen = await greys(canvas, picture.toString('base64'))
  const file = path.join(FOLDER, `${screen}.txt`)
  if (process.env['UPDATE_LOOKS'] === '1') await writeFile(file, asText(seen))
  const kept = (await readFile(file, 'utf8')).trim().split('\n').flatMap(cells)
  if (kept.length !== seen.length) return `${screen}: the look that is kept has another size`
  const differs = seen.map((grey, at) => Math.abs(grey - (kept[at] ?? 0)) > SAME_GREY)
  if (differs.filter(Boolean).length <= FEW_CELLS) return ''
  return `${screen}\n${rows(differs.map((other) => (other ? '#' : '.'))).join('\n')}`
}

function greys(canvas: Page, picture: string): Promise<number[]> {
  return canvas.evaluate(
    async ({ source, columns, lines }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const [width, height] = [image.width / columns, image.height / lines]
      return Array.from({ length: columns * lines }, (_, cell) => {
        const [left, top] = [(cell % columns) * width, Math.floor(cell / columns) * height]
        let sum = 0
        for (let y = top; y < top + height; y += 1)
          for (let x = left; x < left + width; x += 1) {
            const at = (y * image.width + x) * 4
            sum += ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
          }
        return Math.round(sum / (width * height))
      })
    },
    { source: picture, columns: COLUMNS, lines: ROWS },
  )
}

const cells = (line: string): number[] => (line.match(/../g) ?? []).map((cell) => Number.parseInt(cell, 16))

function rows(signs: readonly string[]): string[] {
  return Array.from({ length: ROWS }, (_, row) => signs.slice(row * COLUMNS, (row + 1) * COLUMNS).join(''))
}

function asText(seen: readonly number[]): string {
  return `${rows(seen.map((grey) => grey.toString(16).padStart(2, '0'))).join('\n')}\n`
}

import { chromium, type Browser } from '@playwright/test'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../browser.ts'
import { StandInApp } from '../electron/stand-in-app.ts'
import type { Bench } from './measure.ts'

const ROUNDS = 7
const WARM_UP = 1
const OUT = join(import.meta.dirname, '../../out')
const LOADED = new URL('loaded-files.ts', import.meta.url).href

interface Start {
  readonly paintMs: number
  /** Code of ours that the main process had loaded by then. */
  readonly loadedKb: number
}

/** The built desktop app over the stand-in and a real Chromium: from its composition root to what its first window paints. */
export const p21: Bench = {
  name: 'P21',
  async run() {
    const browser = await chromium.launch(await findBrowser())
    try {
      const starts: Start[] = []
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const start = await startOnce(browser)
        if (round >= 0) starts.push(start)
      }
      const preload = (await stat(join(OUT, 'preload/preload.cjs'))).size / 1000
      return [
        {
          bench: 'P21',
          what: 'desktop, composition root to first paint',
          unit: 'ms',
          budget: 1_000,
          samples: starts.map((one) => one.paintMs),
        },
        {
          bench: 'P21',
          what: 'desktop main, loaded by first paint',
          unit: 'KB',
          budget: 2_000,
          samples: starts.map((one) => one.loadedKb),
        },
        { bench: 'P21', what: 'desktop preload', unit: 'KB', budget: 10, samples: [preload] },
      ]
    } finally {
      await browser.close()
    }
  },
}

async function startOnce(browser: Browser): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'mewcode-bench-'))
  const list = join(folder, 'loaded.txt')
  const app = await StandInApp.start(browser, { env: { NODE_OPTIONS: `--import=${LOADED}`, LOADED_FILE: list } })
  try {
    const page = await app.page(0)
    const paintedAt = await page.evaluate(async () => {
      const seen = (): PerformanceEntry | undefined => performance.getEntriesByName('first-contentful-paint')[0]
      while (!seen()) await new Promise((resolve) => setTimeout(resolve, 10))
      return performance.timeOrigin + seen()!.startTime
    })
    const lines = (await readFile(list, 'utf8')).trim().split('\n')
    const files = lines.map((line) => line.replace(/^\d+ /, '')).filter((file) => file.startsWith(OUT))
    const startedAt = Number(lines.find((line) => line.endsWith('main.js'))?.split(' ')[0])
    let bytes = 0
    for (const file of new Set(files)) bytes += (await stat(file)).size
    return { paintMs: paintedAt - startedAt, loadedKb: bytes / 1000 }
  } finally {
    await app.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { makeWorld, type World } from '../serve/world.ts'
import { ENTRY } from './entry.ts'
import { openStore } from './long-session.ts'
import type { Bench } from './measure.ts'

const run = promisify(execFile)
const CARDS = 1_000
const ROUNDS = 3

/** A board of 1,000 cards in Chromium: opened, scrolled from end to end, and changed by another process while two windows look. */
export const p19: Bench = {
  name: 'P19',
  async run() {
    const world = await makeWorld()
    await makeCards(world)
    const host = await world.serve()
    const browser = await chromium.launch(await findBrowser())
    try {
      const [one, other] = [await browser.newPage(), await browser.newPage()]
      for (const page of [one, other]) {
        await page.goto(host.link)
        await page.getByRole('button', { name: 'Tasks' }).waitFor()
      }
      const opens: number[] = []
      const tasks: number[] = []
      const frames: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const opened = await openBoard(one)
        opens.push(opened.longestMs)
        const scrolled = await scroll(one)
        tasks.push(scrolled.longestMs)
        frames.push(scrolled.worstFrameMs)
        await one.getByRole('button', { name: 'Back' }).click()
      }
      await openBoard(one)
      await openBoard(other)
      const seen: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) seen.push(await seenAfterMs(world, [one, other], `From elsewhere ${round}`))
      return [
        { bench: 'P19', what: 'opening a board of 1,000 cards, longest task', unit: 'ms', budget: 50, samples: opens },
        { bench: 'P19', what: 'scrolling it, longest task', unit: 'ms', budget: 50, samples: tasks },
        { bench: 'P19', what: 'scrolling it, worst frame', unit: 'ms', budget: 33, samples: frames },
        { bench: 'P19', what: "another process's card, written to painted in two windows", unit: 'ms', budget: 200, samples: seen },
      ]
    } finally {
      await browser.close()
      await world.close()
    }
  },
}

async function makeCards({ home, project: folder }: World): Promise<void> {
  const storage = await openStore(home)
  const { id: projectId } = storage.projects.open(folder)
  for (let n = 0; n < CARDS; n += 1) {
    const id = `0199a3c2-7d10-7abc-8def-${String(n).padStart(12, '0')}`
    const description = 'Look at every caller, write down what it relies on. '.repeat(10)
    storage.tasks.create({ id, projectId, sessionId: null, name: '', subject: `Check caller ${n}`, description, owner: '', by: 'user' })
  }
  await storage.close()
}

/** The longest stretch the page could not answer in, in milliseconds; 0: none over 50. */
async function openBoard(page: Page): Promise<{ longestMs: number }> {
  return await page.evaluate(async () => {
    let longestMs = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
    })
    watch.observe({ type: 'longtask' })
    document.querySelector<HTMLElement>('button[aria-label="Tasks"]')?.click()
    while (!document.querySelector('[data-task-id]')) await new Promise(requestAnimationFrame)
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
    watch.disconnect()
    return { longestMs }
  })
}

/** From the top of the first column to its end and back, 800 px a frame. */
async function scroll(page: Page): Promise<{ longestMs: number; worstFrameMs: number }> {
  return await page.evaluate(async () => {
    const element = document.querySelector('[data-task-id]')?.closest('ul')?.parentElement
    if (!element) throw new Error('no column')
    let longestMs = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
    })
    watch.observe({ type: 'longtask' })
    let worstFrameMs = 0
    let last = await new Promise<number>(requestAnimationFrame)
    const end = element.scrollHeight - element.clientHeight
    for (let at = 0; at < 2 * end; at += 800) {
      element.scrollTop = at < end ? at : 2 * end - at
      const now = await new Promise<number>(requestAnimationFrame)
      worstFrameMs = Math.max(worstFrameMs, now - last)
      last = now
    }
    watch.disconnect()
    return { longestMs, worstFrameMs }
  })
}

/** From the moment the other process has written the card until both pages have painted it. */
async function seenAfterMs(world: World, pages: readonly Page[], subject: string): Promise<number> {
  const painted = pages.map((page) =>
    page.evaluate(async (wanted) => {
      while (!document.querySelector('[data-task-id]')?.parentElement?.parentElement?.textContent?.includes(wanted))
        await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return Date.now()
    }, subject),
  )
  const args = [ENTRY, 'tasks', 'create', subject, '--json']
  const { stdout } = await run(process.execPath, args, { cwd: world.project, env: world.env })
  const { createdAt }: { createdAt: number } = JSON.parse(stdout)
  return Math.max(...(await Promise.all(painted))) - createdAt
}

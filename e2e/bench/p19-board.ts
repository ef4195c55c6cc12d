import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import type { Storage } from '../../core/storage/types.ts'
import { findBrowser } from '../browser.ts'
import { makeWorld, type World } from '../serve/world.ts'
import { ENTRY } from './entry.ts'
import { fillBoard, type BoardCard } from './fill-board.ts'
import { openStore } from './long-session.ts'
import type { Bench } from './measure.ts'

const run = promisify(execFile)
const CARDS = 1_000
const RUNNING = 8
const ROUNDS = 3

/**
 * A board of 1,000 cards in Chromium, eight of them at work all the time: opened, its columns scrolled from end to end with the pointer
 * over one, and changed by another process while two windows look.
 */
export const p19: Bench = {
  name: 'P19',
  async run() {
    const world = await makeWorld()
    const storage = await openStore(world.home)
    const ids = [...fillBoard(storage, world.project, cards()).values()]
    const rest = keepWorking(storage, ids.slice(0, RUNNING))
    const host = await world.serve()
    const browser = await chromium.launch(await findBrowser())
    try {
      const [one, other] = [await browser.newPage(), await browser.newPage()]
      for (const page of [one, other]) {
        await page.goto(host.link)
        await page.getByRole('button', { name: 'Task board' }).waitFor()
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
      rest()
      await browser.close()
      await storage.close()
      await world.close()
    }
  },
}

/** Cards of every state, some with long names and branches, some waiting for others. */
function cards(): BoardCard[] {
  return Array.from({ length: CARDS }, (_, n) => {
    const words = n % 3 === 0 ? `Check caller ${n}` : `Check caller ${n} and everything that relies on what it answers today`
    const status = statusOf(n)
    const base = { path: '/srv/w', branch: `mewcode/check-${n}`, base: '4f1c2aa', state: 'changed' } as const
    const facts = {
      result: 'Nothing to object to.',
      worktree: n % 4 === 0 ? base : null,
      lastActivity: { text: 'grep ack', at: Date.now() },
    }
    return { subject: words, status, facts, ...(status === 'todo' && n % 5 === 1 && { after: [`Check caller ${n - 1}`] }) }
  })
}

function statusOf(n: number): BoardCard['status'] {
  if (n < RUNNING) return 'running'
  if (n < 40) return n % 2 === 0 ? 'queued' : 'waiting'
  if (n < 340) return 'todo'
  return n % 7 === 0 ? 'failed' : 'completed'
}

/** Goes on as agents do: each card at work says what it does six times a second. Answers how to end it. */
function keepWorking(storage: Storage, ids: readonly string[]): () => void {
  let step = 0
  const timer = setInterval(() => {
    step += 1
    for (const id of ids) storage.tasks.note(id, { steps: step, lastActivity: { text: `grep step-${step}`, at: Date.now() } })
  }, 150)
  return () => clearInterval(timer)
}

/** The longest stretch the page could not answer in, in milliseconds; 0: none over 50. */
async function openBoard(page: Page): Promise<{ longestMs: number }> {
  return await page.evaluate(async () => {
    let longestMs = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
    })
    watch.observe({ type: 'longtask' })
    const buttons = [...document.querySelectorAll<HTMLElement>('nav button')]
    buttons.find(({ textContent }) => textContent?.includes('Task board'))?.click()
    while (!document.querySelector('[data-task-id]')) await new Promise(requestAnimationFrame)
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
    watch.disconnect()
    return { longestMs }
  })
}

/** One column after the other from its top to its end and back, 800 px a frame. */
async function scroll(page: Page): Promise<{ longestMs: number; worstFrameMs: number }> {
  await page.mouse.move(900, 400)
  return await page.evaluate(async () => {
    const columns = [...document.querySelectorAll('main section ul')].flatMap((list) => list.parentElement ?? [])
    let longestMs = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
    })
    watch.observe({ type: 'longtask' })
    let worstFrameMs = 0
    for (const element of columns) {
      const end = element.scrollHeight - element.clientHeight
      let last = await new Promise<number>(requestAnimationFrame)
      for (let at = 0; at < 2 * end; at += 800) {
        element.scrollTop = at < end ? at : 2 * end - at
        const now = await new Promise<number>(requestAnimationFrame)
        worstFrameMs = Math.max(worstFrameMs, now - last)
        last = now
      }
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

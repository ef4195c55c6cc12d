import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from '@playwright/test'
import type { Figure } from './measure.ts'
import { cpuMs, sendPrompt } from './p16-parts.ts'

/** Of a reply, in characters. */
const REPLY = 48_000
/** Of one delta: 1,920 are a reply. */
const CHARS = 25
/** Between two deltas, as a fast model sends them. */
const PAUSE_MS = 2
const ROUNDS = 3
const DOCS = new URL('../../docs/', import.meta.url)

/** What the scripted model says to the prompts of `streamFigures`, in their order. */
export async function replies() {
  const before = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, PAUSE_MS))
  const reply = (text: string) => ({ pieces: text.slice(0, REPLY).match(new RegExp(`[^]{1,${CHARS}}`, 'g')) ?? [], before, newEpoch: true })
  const written = await ownPages()
  return [...Array.from({ length: ROUNDS }, () => reply(dense())), ...Array.from({ length: ROUNDS }, () => reply(written))]
}

/** Frames while replies come that are as full of tables and code as can be; then what replies like our own pages cost. */
export async function streamFigures(page: Page, cdp: CDPSession): Promise<readonly Figure[]> {
  const longest: number[] = []
  const frames: number[] = []
  const scripts: number[] = []
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const watched = watchTurn(page)
    await sendPrompt(page, 'Write a long document')
    const { longestMs, worstFrameMs } = await watched
    longest.push(longestMs)
    frames.push(worstFrameMs)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuMs(cdp)
    const ended = nextEnding(page)
    await sendPrompt(page, 'Write a page of documentation')
    await ended
    const after = await cpuMs(cdp)
    scripts.push(after.scripts - before.scripts)
    all.push(after.scripts + after.drawing - before.scripts - before.drawing)
  }
  return [
    { bench: 'P16', what: '1,920 deltas into it, longest task over 50 ms', unit: 'ms', budget: 50, samples: longest },
    { bench: 'P16', what: '1,920 deltas into it, worst frame', unit: 'ms', budget: 33, samples: frames },
    { bench: 'P16', what: 'a written 48 KB reply: CPU of our scripts', unit: 'ms', budget: 60, samples: scripts },
    { bench: 'P16', what: '… with styles and layout of its document', unit: 'ms', budget: 60, samples: all },
  ]
}

/** Until the next turn ends: the longest task the browser reports (those over 50 ms), and the worst time between two frames. */
function watchTurn(page: Page): Promise<{ longestMs: number; worstFrameMs: number }> {
  return page.evaluate(async () => {
    let longestMs = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
    })
    watch.observe({ type: 'longtask' })
    // Looked at when rows come, not with every frame: that alone would cost more than what is measured.
    let newest: string | null | undefined
    const rows = new MutationObserver(() => {
      newest = [...document.querySelectorAll('[data-row-id]')].at(-1)?.getAttribute('data-row-kind')
    })
    const lane = document.querySelector('[data-row-id]')?.parentElement
    if (lane) rows.observe(lane, { childList: true })
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    while (newest !== 'text') await frame()
    let worstFrameMs = 0
    let last = await frame()
    while (newest === 'text') {
      const now = await frame()
      worstFrameMs = Math.max(worstFrameMs, now - last)
      last = now
    }
    watch.disconnect()
    rows.disconnect()
    return { longestMs, worstFrameMs }
  })
}

/** Asks for no frames of its own. */
function nextEnding(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let began = false
        const rows = new MutationObserver(() => {
          const newest = [...document.querySelectorAll('[data-row-id]')].at(-1)?.getAttribute('data-row-kind')
          began ||= newest === 'text'
          if (!began || newest !== 'ending') return
          rows.disconnect()
          resolve()
        })
        const lane = document.querySelector('[data-row-id]')?.parentElement
        if (lane) rows.observe(lane, { childList: true })
      }),
  )
}

/** Our own pages, one after the other: prose, lists, tables and code as somebody writes them. */
async function ownPages(): Promise<string> {
  const pages = await Promise.all(['tools', 'mcp', 'hooks', 'sessions'].map((name) => readFile(new URL(`${name}.md`, DOCS), 'utf8')))
  return pages.join('\n')
}

function dense(): string {
  const section = (n: number): string =>
    `## Section ${n}\n\nText with **bold ${n}**, \`code ${n}\` and [link ${n}](https://example.com/${n}). ${'Words that go on. '.repeat(12)}\n\n- item ${n}a\n- item ${n}b\n\n| a | b |\n| - | - |\n| ${n} | 中文 |\n\n\`\`\`ts\nconst value${n} = ${n} < 2\n\`\`\`\n\n`
  return Array.from({ length: 130 }, (_, n) => section(n)).join('')
}

import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { makeWorld, type Host, type World, type WorldOptions } from './world.ts'

export { expect } from '@playwright/test'
export type { Locator, Page } from '@playwright/test'
export { PLANTED_KEY, type Host, type World, type WorldOptions } from './world.ts'

interface Fixtures {
  /** A throw-away home, project and model, gone after the test; none of its model's requests may have been refused. */
  openWorld: (options?: WorldOptions) => Promise<World>
  /** Script errors and reports of the page's content security policy, of every page of the test; none may be left at its end. */
  faults: string[]
}

export const test = base.extend<Fixtures>({
  openWorld: async ({}, use) => {
    const worlds: World[] = []
    await use(async (options) => {
      const world = await makeWorld(options)
      worlds.push(world)
      return world
    })
    const refusals = worlds.flatMap((world) => world.model.refusals)
    await Promise.all(worlds.map((world) => world.close()))
    expect(refusals, 'requests the model server refused').toEqual([])
  },
  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('weberror', (error) => faults.push(String(error.error().stack ?? error.error())))
      context.on('console', (message) => {
        if (/content.security.policy|CSP-REPORT/i.test(message.text())) faults.push(message.text())
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
          console.error(`CSP-REPORT ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
        })
      })
      await use(faults)
      expect(faults, 'script errors and CSP reports').toEqual([])
    },
    { auto: true },
  ],
})

/** The message box of the project window. */
export function messageBox(page: Page): Locator {
  return page.getByRole('textbox', { name: /^(Message|消息)$/ })
}

/** Opens the project's window of this host and waits until it can take a message. */
export async function openProject(page: Page, host: Host): Promise<void> {
  await page.goto(host.link)
  await expect(messageBox(page)).toBeVisible()
}

export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text)
  await messageBox(page).press('Enter')
}

/** Chooses a session in the list. */
export async function openSession(page: Page, title: string): Promise<void> {
  await page.locator('[data-session-id]').getByTitle(title, { exact: true }).click()
}

/** The end of the newest turn, however it ended. */
export async function turnEnds(page: Page, count = 1): Promise<void> {
  // A whole turn, not one press: on a busy machine a long answer takes its time.
  await expect(page.locator('[data-row-kind="ending"]')).toHaveCount(count, { timeout: 30_000 })
}

export function tool(page: Page, name: string): Locator {
  return page.locator(`[data-tool="${name}"]`)
}

export function approvalCard(page: Page): Locator {
  return page.locator('[data-approval-id]')
}

export async function runOnce(page: Page): Promise<void> {
  await approvalCard(page)
    .getByRole('button', { name: /^(Run once|只这一次)/ })
    .click()
}

export interface SeenRow {
  readonly id: string
  readonly kind: string
  /** Who speaks; empty for what is done. */
  readonly role: string
  readonly tool: string
  readonly state: string
  readonly text: string
  /** Diff lines: sign, number, text. */
  readonly diff: readonly string[]
}

/** The transcript's rows as they stand in the document. */
export function seenRows(page: Page): Promise<SeenRow[]> {
  return page.locator('[data-row-id]').evaluateAll((rows) =>
    rows.map((row) => ({
      id: row.getAttribute('data-row-id') ?? '',
      kind: row.getAttribute('data-row-kind') ?? '',
      role: row.querySelector('article')?.getAttribute('aria-label') ?? '',
      tool: row.getAttribute('data-tool') ?? '',
      state: row.getAttribute('data-state') ?? '',
      text: (row.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
      diff: [...row.querySelectorAll('.diff .line')].map((line) => `${line.className} ${line.textContent?.trim() ?? ''}`),
    })),
  )
}

/** Both pages come to show the same rows; each hears of a step in its own time. */
export async function expectSameRows(one: Page, other: Page): Promise<void> {
  await expect(async () => expect(await seenRows(one)).toEqual(await seenRows(other))).toPass({ timeout: 10_000 })
}

/** A text the model says piece by piece, each when the test lets it. */
export function heldText(pieces: readonly string[], protocol: 'anthropic' | 'openai' = 'anthropic') {
  const gates = pieces.map(() => Promise.withResolvers<void>())
  // Events before the first piece: message, ping and block start; or the role.
  const first = protocol === 'anthropic' ? 3 : 1
  let said = 0
  return {
    step: { pieces, before: (event: number): Promise<void> | undefined => gates[event - first]?.promise },
    /** Lets the next piece out and waits until every page shows it. */
    async say(...pages: readonly Page[]): Promise<void> {
      // Without its Markdown.
      const words = (pieces[said] ?? '').replaceAll(/[*`]|^[-#] /g, '').trim()
      gates[said]?.resolve()
      said += 1
      for (const page of pages) await expect(page.locator('[data-row-kind="text"]').last()).toContainText(words)
    },
    letAll: () => gates.forEach((gate) => gate.resolve()),
  }
}

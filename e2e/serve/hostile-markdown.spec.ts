import { hostileMarkdown } from '../fixtures/hostile-markdown.ts'
import { expect, openProject, send, test, turnEnds } from './window.ts'

/** Elements of an answer and their attributes; what its own parts (icons, buttons) are made of is named too. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  '*': ['class'],
  a: ['href', 'title', 'target', 'rel'],
  button: ['type', 'title', 'aria-label', 'data-state', 'data-grace-area-trigger'],
  div: ['role', 'aria-label', 'tabindex'],
  li: [],
  ol: ['start'],
  path: ['d'],
  pre: ['tabindex'],
  svg: ['width', 'height', 'viewBox', 'stroke-width', 'aria-hidden', 'role', 'aria-label'],
  td: ['style'],
  th: ['style', 'scope'],
  math: ['display'],
}
const PLAIN = [
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'p',
  'span',
  'strong',
  'table',
  'tbody',
  'thead',
]
const REST = ['tr', 'ul', 'mi', 'mn', 'mo', 'mrow', 'mspace', 'mstyle', 'mtext', 'merror', 'mpadded', 'msup', 'msub']

test('whatever a model writes stays text: nothing runs, nothing is loaded, nothing passes for a part of the window', async ({
  page,
  context,
  openWorld,
}) => {
  expect(hostileMarkdown.length).toBeGreaterThanOrEqual(60)
  // In answers of their own, so that no open construct swallows the next one.
  const world = await openWorld({ script: hostileMarkdown.map((text) => ({ text: `${text}\n` })) })
  const host = await world.serve()
  const away: string[] = []
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => (away.push(route.request().url()), route.abort()),
  )
  await openProject(page, host)
  for (const [index] of hostileMarkdown.entries()) {
    await send(page, `number ${index}`)
    await turnEnds(page, index + 1)
  }
  const odd = await page.locator('.markdown').evaluateAll(
    (answers, { allowed, plain }) =>
      answers.flatMap((answer) =>
        [...answer.querySelectorAll('*')].flatMap((element) => {
          const tag = element.localName
          const own = allowed[tag] ?? (plain.includes(tag) ? [] : undefined)
          if (!own) return [`<${tag}>`]
          const names = [...element.attributes].map(({ name }) => name).filter((name) => !/^data-v-[0-9a-f]+$/.test(name))
          const strange = names.filter((name) =>
            tag !== 'a' && name === 'href' ? true : name !== 'class' && !own.includes(name) && !tag.startsWith('m'),
          )
          const href = element.getAttribute('href')
          const leads = href !== null && !/^(https?:|mailto:)/.test(href) ? [`href ${href}`] : []
          return [...strange.map((name) => `<${tag} ${name}>`), ...leads]
        }),
      ),
    { allowed: ALLOWED, plain: [...PLAIN, ...REST] },
  )
  expect(odd).toEqual([])
  expect(await page.locator('.markdown :is(.approval, .card, [id], [data-row-id], [data-approval-id])').count()).toBe(0)
  // Every link that says another address than it has names its host.
  const text = await page.getByRole('group', { name: 'Messages' }).innerText()
  expect(text).toContain('https://bank.example (attacker.invalid)')
  expect(text).toContain('https://bаnk.example (xn--bnk-5cd.example)')
  expect(text).toContain('[U+202E]')
  expect(
    await page
      .locator('.markdown')
      .evaluateAll((all) => all.some(({ textContent }) => /[\u202a-\u202e\u2066-\u2069]/.test(textContent ?? ''))),
  ).toBe(false)
  expect(await page.evaluate(() => '__ran' in window)).toBe(false)
  expect(away).toEqual([])
  expect(page.url()).toContain('127.0.0.1')
})

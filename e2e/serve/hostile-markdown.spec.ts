import { hostileMarkdown } from '../fixtures/hostile-markdown.ts'
import { expect, openProject, send, test, turnEnds } from './window.ts'

const ARIA = ['aria-label', 'aria-hidden', 'role', 'tabindex']
/** Elements of an answer with attributes beyond `class`; our own buttons and icons in it are named too. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  button: ['type', 'title', 'aria-label', 'data-state', 'data-grace-area-trigger'],
  div: ARIA,
  ol: ['start'],
  path: ['d'],
  pre: ARIA,
  svg: [...ARIA, 'focusable', 'width', 'height', 'viewBox', 'fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  td: ['style'],
  th: ['style', 'scope'],
  math: ['display'],
  mo: ['form', 'stretchy', 'lspace', 'rspace'],
  mspace: ['width', 'height', 'depth'],
  mstyle: ['displaystyle', 'scriptlevel'],
  mtext: [],
}
const PLAIN =
  'blockquote br code del em h2 h3 h4 h5 h6 hr li p span strong table tbody thead tr ul mi mn mrow mpadded merror msup msub'.split(' ')

/** Elements and attributes of an answer that nobody allowed, and links to other than web and mail. */
function strangers(
  answer: Element,
  { allowed, plain }: { allowed: Readonly<Record<string, readonly string[]>>; plain: readonly string[] },
): string[] {
  return [...answer.querySelectorAll('*')].flatMap((element) => {
    const tag = element.localName
    const own = allowed[tag] ?? (plain.includes(tag) ? [] : undefined)
    if (!own) return [`<${tag}>`]
    const names = [...element.attributes].map(({ name }) => name).filter((name) => name !== 'class' && !/^data-v-[0-9a-f]+$/.test(name))
    const classes = [...element.classList].filter((name) => ['approval', 'card', 'row'].includes(name))
    const href = element.getAttribute('href') ?? 'https:'
    return [
      ...names.filter((name) => !own.includes(name)).map((name) => `<${tag} ${name}>`),
      ...classes.map((name) => `.${name}`),
      ...(/^(https?:|mailto:)/.test(href) ? [] : [`href ${href}`]),
    ]
  })
}

test('whatever a model writes stays text: nothing runs, nothing is loaded, nothing passes for a part of the window', async ({
  page,
  context,
  openWorld,
}) => {
  expect(hostileMarkdown.length).toBeGreaterThanOrEqual(60)
  const world = await openWorld({ script: [{ text: hostileMarkdown.join('\n\n***\n\n') }] })
  const host = await world.serve()
  const away: string[] = []
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => (away.push(route.request().url()), route.abort()),
  )
  await openProject(page, host)
  await send(page, 'Say what you were told to say.')
  await turnEnds(page)
  const answer = page.locator('.markdown')
  // No input has swallowed the next one.
  await expect(answer.locator('> .part > hr')).toHaveCount(hostileMarkdown.length - 1)
  expect(await answer.evaluate(strangers, { allowed: ALLOWED, plain: PLAIN })).toEqual([])
  await expect(answer.locator('math').first()).toBeVisible()
  const text = await answer.innerText()
  // Every link that says another address than it has names its host; every turned order is told.
  expect(text).toContain('https://bank.example (attacker.invalid)')
  expect(text).toContain('https://bаnk.example (xn--bnk-6cd.example)')
  expect(text).toContain('[U+202E]')
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect(await page.evaluate(() => '__ran' in window)).toBe(false)
  expect(away).toEqual([])
  expect(page.url()).toContain('127.0.0.1')
})

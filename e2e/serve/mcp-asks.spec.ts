import { mcpFixture, mcpYaml } from '../../core/testing/mcp-servers.ts'
import { test as accessible } from './accessible.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

const asker = { ...mcpFixture('12-server-asks-client'), sampling: true }
const settings = 'defaultMode: bypassPermissions\n'
const calls = (...names: string[]) => names.map((name) => ({ calls: [{ name }] }))

/** Servers start when a project is opened; a first answer is only wanted when they are there. */
async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toContainText(/MCP/)
}

test('a server’s form is filled in by keyboard, told what is wrong, and sent; its page is opened by a click', async ({
  page,
  context,
  openWorld,
}) => {
  const script = [...calls('mcp__asker__elicit_form', 'mcp__asker__elicit_url'), { text: 'Deployed.' }]
  const world = await openWorld({ config: mcpYaml({ asker }), settings, script })
  await context.route('https://example.com/**', (route) => route.fulfill({ body: 'hello' }))
  await openProject(page, await world.serve())
  await ready(page)
  await send(page, 'Deploy it')
  const form = page.getByRole('group', { name: 'The MCP server asker asks you' })
  await expect(form.getByRole('textbox', { name: 'Name (required)' })).toHaveValue('prod')
  await form.getByRole('textbox', { name: 'email (required)' }).fill('nobody')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'email (required)' })).toBeFocused()
  await expect(form).toContainText('Write an address such as name@example.com.')
  await form.getByRole('textbox', { name: 'email (required)' }).fill('a@example.com')
  await form.getByRole('checkbox', { name: 'g' }).check()
  await page.keyboard.press('Enter')

  const link = page.getByRole('group', { name: 'The MCP server asker wants you to open a page' })
  await expect(link).toContainText('https://example.com/oauth?state=1')
  await expect(form).toHaveCount(0)
  const opened = context.waitForEvent('page')
  await link.getByRole('link', { name: 'Open in the browser' }).click()
  expect((await opened).url()).toBe('https://example.com/oauth?state=1')
  await turnEnds(page)
  const sent = world.model.requests.slice(1).map(({ raw }) => raw.replaceAll('\\', ''))
  expect(sent[0]).toContain('"many":["r","g"]')
  expect(sent[1]).toContain('{"action":"accept"}')
})

test('an answer of every kind is in its card, a link is read on a click, and a resource comes along by its name', async ({
  page,
  openWorld,
}) => {
  const script = [...calls('mcp__results__all'), { text: 'There.' }, { text: 'Milk.' }]
  const world = await openWorld({ config: mcpYaml({ results: mcpFixture('results') }), settings, script })
  await openProject(page, await world.serve())
  await ready(page)
  await send(page, 'Show me')
  await turnEnds(page)
  const row = page.locator('[data-tool="mcp__results__all"]')
  await expect(row.getByRole('img')).toBeVisible()
  await expect.poll(() => row.locator('audio').evaluate((sound: HTMLAudioElement) => sound.duration)).toBeGreaterThan(0.1)
  await row.getByRole('button', { name: 'Read' }).click()
  await expect(row).toContainText('milk and bread')
  await row.getByText('As structure').click()
  await expect(row.getByLabel('As structure')).toContainText('"answer": 42')

  await messageBox(page).fill('What stands in ')
  await messageBox(page).press('End')
  await messageBox(page).pressSequentially('@results:no')
  await expect(page.getByRole('option', { name: /results:note:\/\/1/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(messageBox(page)).toHaveValue('What stands in @results:note://1 ')
  await page.keyboard.press('Enter')
  await expect.poll(() => world.model.requests.at(-1)?.raw).toContain('milk and bread')
  await turnEnds(page, 2)

  // What cannot be had is said, and what was written stays.
  await messageBox(page).fill('And @resultz:note://1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('There is no MCP server named resultz')
  await expect(messageBox(page)).toHaveValue('And @resultz:note://1')
})

accessible('what a server asks is accessible, narrow too', async ({ page, openWorld, expectAccessible }) => {
  const script = [...calls('mcp__asker__elicit_form', 'mcp__asker__sample'), { text: 'forty-two' }, { text: 'Done.' }]
  const world = await openWorld({ config: mcpYaml({ asker }), settings, script })
  await openProject(page, await world.serve())
  await ready(page)
  await send(page, 'Ask me')
  const group = (name: string | RegExp) => page.getByRole('group', { name })
  await expectAccessible('form', group('The MCP server asker asks you'))
  await group('The MCP server asker asks you').getByRole('button', { name: 'Refuse' }).click()
  const sampling = group(/^The MCP server asker wants an answer of/)
  await sampling.getByText('What it would ask').click()
  await page.setViewportSize({ width: 900, height: 600 })
  await expectAccessible('sampling, narrow', sampling)
  await sampling.getByRole('button', { name: 'Ask the model' }).click()
  const sampled = group('Give this answer to the MCP server asker?')
  await expectAccessible('sampled, narrow', sampled)
  await sampled.getByRole('button', { name: 'Pass it on' }).click()
  await turnEnds(page)
})

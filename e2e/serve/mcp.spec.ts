import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mcpFixture, mcpYaml } from '../../core/testing/mcp-servers.ts'
import { test as accessible } from './accessible.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

const server = mcpFixture('everyday')
const list = (page: Page) => page.getByRole('region', { name: 'MCP servers' })
const row = (page: Page, name: string) => list(page).getByRole('button', { name: new RegExp(`^${name} `) })
const detail = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const card = (page: Page) => page.getByRole('article', { name: 'Add a server' })

async function openServers(page: Page): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await page.getByRole('navigation').getByRole('button', { name: 'MCP servers' }).click()
}

test('a pasted server is looked at, added, loses a tool, is tested, restarted and removed; the file keeps its comments', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ config: '# mine, do not sort\n' })
  const file = path.join(world.home, 'config.yaml')
  const before = await readFile(file, 'utf8')
  await openProject(page, await world.serve())
  await openServers(page)
  await expect(list(page)).toContainText('No MCP servers yet')
  await list(page).getByRole('button', { name: 'Add a server' }).click()
  await card(page)
    .getByRole('textbox')
    .fill(JSON.stringify({ mcpServers: { notes: { command: server.command, args: server.args } } }))
  await card(page).getByRole('button', { name: 'Look at it' }).click()

  // What would run, word for word; nothing is written yet, and a stray Enter writes nothing.
  await expect(card(page).getByLabel('Would run on this machine')).toHaveText(`${server.command} ${server.args.join(' ')}`)
  await expect(card(page).getByRole('heading', { name: 'Add this server?' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await readFile(file, 'utf8')).toBe(before)
  await card(page).getByRole('button', { name: 'Add and start' }).click()

  const notes = detail(page, 'notes')
  await expect(notes.getByText('ready', { exact: true })).toBeVisible()
  await expect(row(page, 'notes')).toContainText('3 tools')
  await expect(row(page, 'notes').locator('img')).toHaveJSProperty('naturalWidth', 1)
  await writeFile(file, (await readFile(file, 'utf8')).replace('mcp_servers:', '# hands off\nmcp_servers:'))
  await notes.getByRole('switch', { name: 'Use delete_note' }).click()
  await expect(notes.getByRole('switch', { name: 'Use delete_note' })).not.toBeChecked()
  await expect(row(page, 'notes')).toContainText('2 tools')
  const switched = await readFile(file, 'utf8')
  expect(switched).toContain('delete_note')
  expect(switched).toContain('# mine, do not sort')
  expect(switched).toContain('# hands off')

  await notes.getByRole('button', { name: 'Choose the call…' }).click()
  await notes.getByRole('button', { name: /^Tool/ }).click()
  await page.getByRole('menuitemradio', { name: /^find_note/ }).click()
  await notes.getByRole('textbox', { name: 'Arguments it takes' }).fill('{"word": "milk"}')
  await notes.getByRole('button', { name: 'Run with this call' }).click()
  await expect(notes.getByLabel('What it answered')).toContainText('found milk')
  await expect(notes.getByRole('status').getByRole('img', { name: 'done' })).toHaveCount(4)
  await expect(notes.getByRole('log')).toContainText('find_note was called')
  await expect(notes.getByRole('img', { name: /^How long the last calls took, newest last: p50 / })).toBeVisible()
  await expect(notes.getByText('Last call', { exact: true })).toBeVisible()
  await expect(row(page, 'notes')).toContainText(/notes ?user ?\d[\d.]* m?s/)
  await notes.getByRole('tab', { name: 'Usage' }).click()
  await expect(notes).toContainText('The model has called nothing here')

  await notes.getByRole('button', { name: 'Restart' }).click()
  await expect(notes.getByRole('log')).not.toContainText('find_note was called')
  await expect(notes.getByText('ready', { exact: true })).toBeVisible()
  await notes.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(list(page)).toContainText('No MCP servers yet')
  expect(await readFile(file, 'utf8')).not.toContain('everyday.mjs')
})

test('a broken entry is named with its line; status bar and banner lead to it; a server that is gone leaves the chat alone', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({
    config: mcpYaml({ gone: { type: 'stdio', command: 'no-such-program' }, notes: server, wrong: { type: 'stdio', comand: 'npx' } }),
    script: [{ text: 'Hello.' }],
  })
  await openProject(page, await world.serve())
  const health = page.getByRole('contentinfo').getByRole('button', { name: /^MCP/ })
  await expect(health).toHaveAccessibleName('MCP 1 of 3, 2 need you')
  await send(page, 'Hi')
  await turnEnds(page)
  await expect(page.getByRole('main').getByText('no-such-program')).toHaveCount(0)

  await health.click()
  const need = list(page).getByRole('region', { name: 'Need you' })
  await expect(need.getByRole('listitem')).toHaveText([/^gone.*Failed.*no-such-program/, /^wrong.*Failed.*line 10/])
  await page.keyboard.press('Control+Comma')
  await page
    .getByRole('region', { name: /in the configuration/ })
    .getByRole('button', { name: 'Show the server' })
    .click()
  await expect(detail(page, 'wrong').getByRole('alert')).toContainText('config.yaml, line 10')
  await expect(detail(page, 'wrong').getByRole('button', { name: 'Restart' })).toHaveCount(0)
  await list(page)
    .getByRole('textbox', { name: /^Filter/ })
    .fill('delete_note')
  await expect(list(page).getByRole('listitem')).toHaveText([/^notes/])
})

test('a tool that changed is compared, resources and prompts are read, an entry is changed in its file', async ({ page, openWorld }) => {
  const words = path.join(import.meta.dirname, '../fixtures/mcp/everyday.mjs')
  const world = await openWorld({ files: { 'words.txt': 'Finds notes.' } })
  const told = path.join(world.project, 'words.txt')
  await writeFile(
    path.join(world.home, 'config.yaml'),
    `${await readFile(path.join(world.home, 'config.yaml'), 'utf8')}${mcpYaml({ notes: { ...server, args: [words], env: { WORDS: told } } })}`,
  )
  await openProject(page, await world.serve())
  await openServers(page)
  const notes = detail(page, 'notes')
  await expect(notes.getByRole('switch', { name: 'Use find_note' })).toBeVisible()
  await writeFile(told, 'Finds notes and sends them to the cloud.')
  await notes.getByRole('button', { name: 'Restart' }).click()
  const changed = notes.getByRole('region', { name: 'Changed tools' })
  await changed.getByRole('button', { name: 'Compare' }).click()
  await expect(changed.getByRole('group', { name: 'What changed in find_note' })).toContainText('sends them to the cloud')
  await changed.getByRole('button', { name: 'I have looked' }).click()
  await expect(changed).toHaveCount(0)

  await notes.getByRole('tab', { name: 'Resources' }).click()
  await notes.getByRole('button', { name: /^milk/ }).click()
  await expect(notes.getByLabel('note://milk')).toHaveText('Two litres.')
  await notes.getByRole('tab', { name: 'Prompts' }).click()
  await notes.getByRole('button', { name: /^sum_up/ }).click()
  await notes.getByRole('textbox', { name: /^topic/ }).fill('milk')
  await notes.getByRole('button', { name: 'Show its text' }).click()
  await expect(notes.getByLabel('What the prompt stands for')).toHaveText('Sum up what the notes say of milk.')

  await notes.getByRole('button', { name: 'Edit' }).click()
  await notes.getByRole('button', { name: 'Add a variable' }).click()
  await notes.getByRole('textbox', { name: 'Name', exact: true }).last().fill('NOTES_MODE')
  await notes.getByRole('textbox', { name: 'Value of NOTES_MODE' }).fill('calm')
  await notes.getByRole('button', { name: 'Save and restart' }).click()
  await expect(notes).toContainText('WORDS, NOTES_MODE')
  expect(await readFile(path.join(world.home, 'config.yaml'), 'utf8')).toContain('NOTES_MODE')
  await notes.getByRole('tab', { name: 'Definition' }).click()
  // A long value may be a key.
  await expect(notes.getByLabel('The entry in the file')).toContainText(/WORDS: •••\n\s+NOTES_MODE: calm/)

  await expect(notes.getByRole('button', { name: 'Restart' })).toBeEnabled()
  await notes.getByRole('tab', { name: 'Tools' }).click()
  await expect(notes.getByRole('switch', { name: 'Use find_note' })).toBeVisible()

  // In the message box the server itself says what may be typed.
  await page.getByRole('button', { name: 'Close settings' }).click()
  await messageBox(page).pressSequentially('/notes:sum_up t')
  await expect(page.getByRole('option')).toHaveText(['to do'])
  await messageBox(page).press('Tab')
  await expect(messageBox(page)).toHaveValue('/notes:sum_up "to do" ')
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a file and another program lead to the same card; what is added to the project starts when the folder is trusted', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ config: mcpYaml({ notes: server }) })
  const theirs = {
    mcpServers: { board: { command: server.command, args: server.args }, notes: { command: server.command, args: server.args } },
  }
  await mkdir(path.join(world.root, '.cursor'))
  await writeFile(path.join(world.root, '.cursor/mcp.json'), JSON.stringify(theirs))
  await openProject(page, await world.serve())
  await openServers(page)
  await list(page).getByRole('button', { name: 'Add', exact: true }).click()
  await card(page).getByRole('tab', { name: 'Other programs' }).click()
  await expect(card(page).getByRole('listitem')).toContainText('Cursor')
  await card(page)
    .getByRole('button', { name: /^Look at 2/ })
    .click()
  await expect(card(page).getByRole('region', { name: 'notes' })).toContainText('notes')
  await card(page).getByRole('button', { name: 'Back' }).click()

  await card(page).getByRole('tab', { name: 'File' }).click()
  await card(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'servers.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ board: theirs.mcpServers.board })),
    })
  await card(page).getByRole('radio', { name: 'This project' }).click()
  await card(page).getByRole('button', { name: 'Add and start' }).click()
  // Nobody has said yet what this folder may do: its own question comes after the card's.
  await page.getByRole('dialog').getByRole('button', { name: 'Trust 1 part' }).click()
  await expect(row(page, 'board')).toContainText('project')
  await expect(row(page, 'board')).toContainText('3 tools')
  expect(await world.read('.mewcode.yaml')).toContain('everyday.mjs')
})

test('what a server wants for its sign-in is shown before a browser opens, and may be refused', async ({ page, openWorld }) => {
  const fake = spawn(process.execPath, [path.join(import.meta.dirname, '../fixtures/mcp/10-oauth-rotating.mjs')])
  try {
    const [told] = await once(fake.stdout.setEncoding('utf8'), 'data')
    const address = String(told).replace('LISTENING', '').trim()
    const world = await openWorld({ config: mcpYaml({ docs: { type: 'http', url: address } }) })
    await openProject(page, await world.serve())
    await openServers(page)
    const docs = detail(page, 'docs')
    await list(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await docs.getByRole('button', { name: 'Sign in…' }).click()
    await expect(docs.getByRole('heading', { name: `Sign in at ${new URL(address).origin}` })).toBeFocused()
    await docs.getByRole('checkbox', { name: 'read' }).uncheck()
    await expect(docs.getByRole('button', { name: 'Open the browser' })).toBeDisabled()
    await docs.getByRole('button', { name: 'Cancel' }).click()
    await expect(docs.getByRole('button', { name: 'Sign in…' })).toBeVisible()
  } finally {
    fake.kill()
  }
})

test('everything is done with the keyboard: to the list, along it, a tool off, a server off', async ({ page, openWorld }) => {
  const world = await openWorld({ config: mcpYaml({ alpha: server, notes: server }) })
  await openProject(page, await world.serve())
  await openServers(page)
  await expect(row(page, 'notes')).toContainText('3 tools')
  await row(page, 'alpha').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'notes')).toBeFocused()
  await page.keyboard.press('Enter')
  const notes = detail(page, 'notes')
  await tabTo(page, 'Use delete_note')
  await page.keyboard.press('Space')
  await expect(notes.getByRole('switch', { name: 'Use delete_note' })).not.toBeChecked()
  await row(page, 'notes').focus()
  await tabTo(page, 'Use this server')
  await page.keyboard.press('Space')
  await expect(list(page).getByRole('region', { name: 'Off' })).toContainText('notes')
  await expect(messageBox(page)).toHaveCount(0)
})

/** Goes on with Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('switch', { name })
  await expect(wanted).toBeVisible()
  for (let step = 0; step < 60; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${name}`)
}

accessible(
  'the servers are accessible: none, adding, the card, one in full, a broken one',
  async ({ page, openWorld, expectAccessible }) => {
    const world = await openWorld()
    await openProject(page, await world.serve())
    await openServers(page)
    await expectAccessible('no servers', list(page).getByText('No MCP servers yet'))
    await list(page).getByRole('button', { name: 'Add a server' }).click()
    await card(page).getByRole('tab', { name: 'Form' }).click()
    await expectAccessible('adding by form', card(page).getByRole('textbox', { name: 'Command' }))
    await card(page).getByRole('tab', { name: 'Paste' }).click()
    await card(page)
      .getByRole('textbox')
      .fill(
        JSON.stringify({
          mcpServers: { notes: { command: server.command, args: server.args, env: { API: '${API}' } }, two: { url: 'https://a.test/' } },
        }),
      )
    await card(page).getByRole('button', { name: 'Look at it' }).click()
    await expectAccessible('the card', card(page).getByRole('heading', { name: 'Add these 2 servers?' }))
    await card(page).getByRole('checkbox', { name: 'Add two' }).uncheck()
    await card(page).getByRole('button', { name: 'Add and start' }).click()
    await detail(page, 'notes').getByRole('button', { name: 'find_note' }).click()
    await expectAccessible('a server in full', detail(page, 'notes').getByLabel('Arguments it takes'))
    const file = path.join(world.home, 'config.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace('type: stdio', 'typ: stdio'))
    await page.setViewportSize({ width: 900, height: 600 })
    await expectAccessible('a broken entry, narrow', detail(page, 'notes').getByRole('alert'))
  },
)

import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { wireOf } from './wire.ts'
import { expect, messageBox, openProject, send, test, tool, turnEnds, type Page } from './window.ts'

const REFUSED = { status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } }
const WORDS = {
  en: {
    happened: 'The key for scripted was refused',
    fix: 'Set a valid key under Settings',
    again: 'Try again',
    kept: 'Your message and what was done are kept.',
  },
  'zh-CN': { happened: 'scripted 拒绝了这个密钥', fix: '设置', again: '再试一次', kept: '消息和已做的都保留着。' },
} as const

for (const language of ['en', 'zh-CN'] as const) {
  test(`a refused key ends the turn with what happened and what to do; the message stays and goes again (${language})`, async ({
    page,
    openWorld,
  }) => {
    const world = await openWorld({ settings: `language: ${language}\n`, script: [REFUSED, { text: 'Now it works.' }] })
    await openProject(page, await world.serve())
    await send(page, 'A question worth keeping')
    await turnEnds(page)
    const failure = page.locator('[data-row-kind="ending"]').getByRole('alert')
    await expect(failure).toContainText('provider.auth')
    await expect(failure).toContainText(WORDS[language].happened)
    await expect(failure).toContainText(WORDS[language].fix)
    await expect(failure).toContainText(WORDS[language].kept)
    await expect(page.locator('[data-row-kind="user"]')).toContainText('A question worth keeping')
    await failure.getByRole('button', { name: WORDS[language].again }).click()
    await turnEnds(page, 2)
    await expect(page.getByText('Now it works.')).toBeVisible()
    expect(world.model.requests[1]?.raw).toContain('A question worth keeping')
  })
}

test('a server that cannot be reached is named, and what was typed meanwhile stays', async ({ page, openWorld }) => {
  const world = await openWorld({ config: '    max_retries: 0\n' })
  await world.model.close()
  await openProject(page, await world.serve())
  await send(page, 'Is anybody there?')
  await messageBox(page).fill('and another thing')
  await turnEnds(page)
  const failure = page.locator('[data-row-kind="ending"]').getByRole('alert')
  await expect(failure).toContainText(/provider\.(network|unreachable|connection)/)
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.locator('[data-row-kind="user"]')).toContainText('Is anybody there?')
  await expect(messageBox(page)).toHaveValue('and another thing')
})

test('without a network a prompt waits and says so, and goes on when the person wants a try', async ({ page, openWorld }) => {
  const preload = path.join(import.meta.dirname, 'no-network.ts')
  const world = await openWorld({
    env: { NODE_OPTIONS: `--import=${preload}` },
    script: [{ cutAfter: 0, destroy: true }, { text: 'Here again.' }],
  })
  const config = path.join(world.home, 'config.yaml')
  // A server on this machine needs no network.
  await writeFile(config, (await readFile(config, 'utf8')).replace('127.0.0.1', 'model.test'))
  await openProject(page, await world.serve())
  await send(page, 'Is anybody there?')
  const wait = page.getByRole('status').filter({ hasText: 'Waiting for the network' })
  await expect(wait).toBeVisible()
  expect(world.model.requests).toHaveLength(1)
  await wait.getByRole('button', { name: 'Try now' }).click()
  await turnEnds(page)
  await expect(page.getByText('Here again.')).toBeVisible()
  await expect(wait).toHaveCount(0)
})

test('broken settings are named with file, line and fix, while the models of the other file work', async ({ page, openWorld }) => {
  const world = await openWorld({ settings: 'language: en\ntheme: [dark\n', script: [{ text: 'The model works.' }] })
  await openProject(page, await world.serve())
  await saysWhatIsBroken(page, 'settings.yaml', 2)
  await send(page, 'Does the rest work?')
  await turnEnds(page)
  await expect(page.getByText('The model works.')).toBeVisible()
  await writeFile(path.join(world.home, 'settings.yaml'), 'language: en\ntheme: dark\n')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('region', { name: /in the configuration/ })).toHaveCount(0)
})

test('a broken model file is named in Settings and on Home, while the settings work', async ({ page, openWorld }) => {
  const world = await openWorld({ settings: 'theme: dark\n', config: '  bad: [unclosed\n' })
  await page.goto((await world.serve({ home: true })).link)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await saysWhatIsBroken(page, 'config.yaml', 7)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Left out of the configuration' })).toBeVisible()
  await saysWhatIsBroken(page, 'config.yaml', 7)
})

test('one bad entry leaves the other models usable', async ({ page, openWorld }) => {
  const world = await openWorld({ config: '  - name: broken\n    protocol: telepathy\n', script: [{ text: 'The good one answers.' }] })
  await openProject(page, await world.serve())
  await expect(page.getByRole('region', { name: /problem in the configuration/ })).toContainText(
    /config\.yaml.*line 8.*broken is left out.*the other providers work/s,
  )
  await send(page, 'Does the good one work?')
  await turnEnds(page)
  await expect(page.getByText('The good one answers.')).toBeVisible()
})

test('a vanished folder is marked on Home, opens with both sentences, and comes back when it is back', async ({ page, openWorld }) => {
  const world = await openWorld()
  await (await world.serve()).stop()
  const away = `${world.project}-away`
  await rename(world.project, away)
  await page.goto((await world.serve({ home: true })).link)
  const project = page.getByRole('button', { name: /^parcel-api/ })
  await expect(project).toContainText('folder not found')
  await project.click()
  await expect(page.getByRole('alert')).toContainText(world.project)
  await expect(page.getByRole('alert')).toContainText('project.missing')
  await rename(away, world.project)
  await project.click()
  await expect(messageBox(page)).toBeVisible()
})

test('a folder that vanishes under an open window loses no message', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ calls: [{ name: 'read_file', input: { path: 'notes.txt' } }] }, { text: 'It is gone.' }] })
  await openProject(page, await world.serve())
  await rm(world.project, { recursive: true })
  await send(page, 'Read the notes')
  await expect(page.getByText(/not found|does not exist|No such|is not there/i).first()).toBeVisible()
  await expect(page.getByText('Read the notes').or(page.locator('textarea')).first()).toBeVisible()
  expect(await keptSomewhere(page, 'Read the notes')).toBe(true)
})

test('what cannot be written fails in its card, and the turn goes on', async ({ page, openWorld }) => {
  const world = await openWorld({
    settings: 'defaultMode: acceptEdits\n',
    files: { 'in-the-way': 'a file where a folder would have to be\n' },
    script: [{ calls: [{ name: 'write_file', input: { path: 'in-the-way/new.txt', content: 'x' } }] }, { text: 'I cannot write there.' }],
  })
  await openProject(page, await world.serve())
  await send(page, 'Write it')
  await turnEnds(page)
  await expect(tool(page, 'write_file')).toHaveAttribute('data-state', 'failed')
  await expect(tool(page, 'write_file')).toContainText('Could not write')
  await expect(page.getByText('I cannot write there.')).toBeVisible()
})

test('a new folder that cannot be made says why beside its name, and the name stays', async ({ page, openWorld }) => {
  test.skip(process.platform !== 'linux', 'only Linux has a folder where nobody can write, root included')
  const world = await openWorld()
  const haveFolders = (await wireOf(page)).late('projects.browse')
  await page.goto((await world.serve({ home: true })).link)
  await page.getByRole('button', { name: /^Open folder/ }).click()
  const picker = page.getByRole('dialog', { name: 'Open a folder' })
  // Typed before the first list is there.
  await picker.getByRole('textbox', { name: 'Path' }).fill('/proc')
  haveFolders()
  await expect(picker.getByRole('listbox')).toBeVisible()
  await picker.getByRole('textbox', { name: 'Path' }).press('Enter')
  await expect(picker.getByRole('listbox', { name: 'Folders in /proc' })).toBeVisible()
  await picker.getByRole('button', { name: 'New folder' }).click()
  await picker.getByRole('textbox', { name: 'Name of the new folder' }).fill('mine')
  await picker.getByRole('button', { name: 'Make folder' }).click()
  await expect(picker.getByText('/proc/mine')).toBeVisible()
  await expect(picker.getByRole('textbox', { name: 'Name of the new folder' })).toHaveValue('mine')
})

test('a host that goes away is said, and what was read and typed stays', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'Before.' }] })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'A question')
  await turnEnds(page)
  await messageBox(page).fill('not sent yet')
  await host.stop()
  await expect(page.getByText('The connection was lost.')).toBeVisible()
  await expect(page.getByText('Before.')).toBeVisible()
  await expect(messageBox(page)).toHaveValue('not sent yet')
})

async function saysWhatIsBroken(page: Page, file: string, line: number): Promise<void> {
  const said = page.getByText(new RegExp(`${file}.*line ${line}.*is not valid YAML`, 's')).first()
  await expect(said).toBeVisible()
  await expect(page.getByText(/Correct that line/).first()).toBeVisible()
}

/** In the message box or among the rows. */
async function keptSomewhere(page: Page, text: string): Promise<boolean> {
  const rows = await page.locator('[data-row-kind="user"]').allTextContents()
  return [await messageBox(page).inputValue(), ...rows].some((place) => place.includes(text))
}

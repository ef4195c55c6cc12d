import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { requires } from '../../core/testing/requires.ts'
import { ENTRY } from '../bench/entry.ts'
import { approvalCard, expect, PLANTED_KEY, runOnce, send, test, tool, turnEnds, type Page, type World } from './window.ts'

const FOLDER = '订单 parcel api 📦'
const NOTES = 'first line\nsecond line\n'
const run = promisify(execFile)

test.skip(requires('e2e first-run', ['dbus-run-session', 'gnome-keyring-daemon']).length > 0, 'there is no keychain here')

for (const protocol of ['anthropic', 'openai'] as const) {
  test(`from nothing to a changed file, the key in the keychain and nowhere else (${protocol})`, async ({ page, openWorld }) => {
    const world = await openWorld({
      protocol,
      provider: 'none',
      folder: FOLDER,
      files: { 'notes.txt': NOTES },
      script: (_, n) =>
        [
          { text: 'OK' },
          { text: 'I read it first.', calls: [{ name: 'read_file', input: { path: 'notes.txt' } }] },
          { calls: [{ name: 'edit_file', input: { path: 'notes.txt', old_string: 'second', new_string: '第二 🦀' } }] },
          { text: 'The second line is changed.' },
        ][n] ?? {},
    })
    const host = await world.serve({ home: true })
    const seen = everythingThePageGets(page)
    await page.goto(host.link)

    await page.getByRole('button', { name: 'Set up' }).click()
    const form = page.getByRole('dialog', { name: 'Add a model' })
    await form.getByRole('radio', { name: protocol === 'openai' ? 'OpenAI' : 'Anthropic' }).click()
    await form.getByRole('textbox', { name: 'Address' }).fill(world.model.baseUrl)
    await form.getByRole('textbox', { name: 'Model', exact: true }).fill('test-model')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('own-endpoint')
    await form.getByLabel('Key (may stay empty)').fill(PLANTED_KEY)
    await form.getByRole('button', { name: 'Save and test' }).click()
    await expect(form.getByText(/test-model answered in/)).toBeVisible()
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('In use: test-model')).toBeVisible()

    await page.getByRole('button', { name: /^Open folder/ }).click()
    await page.getByRole('option', { name: FOLDER }).click()
    await page.getByRole('button', { name: `Open ${FOLDER}` }).click()
    await expect(page.getByRole('heading', { name: `What should change in ${FOLDER}?` })).toBeVisible()

    await send(page, 'Change the second line')
    await expect(approvalCard(page)).toContainText('Change notes.txt?')
    await expect(approvalCard(page).getByRole('group', { name: 'Change' })).toContainText('第二 🦀')
    expect(await world.read('notes.txt')).toBe(NOTES)
    await runOnce(page)
    await turnEnds(page)
    await expect(page.getByText('The second line is changed.')).toBeVisible()
    await expect(tool(page, 'edit_file')).toHaveAttribute('data-state', 'done')
    await expect(page.getByRole('complementary', { name: 'Side panel' })).toContainText('notes.txt')
    expect(await world.read('notes.txt')).toBe(NOTES.replace('second', '第二 🦀'))

    const { stdout } = await run(process.execPath, [ENTRY, 'keys', 'list'], { env: world.env })
    expect(stdout).toMatch(new RegExp(`own-endpoint +keychain .*${PLANTED_KEY.slice(-4)}`))
    expect(world.model.requests.length).toBe(4)
    expect(seen.frames.length).toBeGreaterThan(20)
    expect(await seen.holding(PLANTED_KEY)).toEqual([])
    expect(host.output() + stdout).not.toContain(PLANTED_KEY)
    expect(await filesHolding(world, PLANTED_KEY)).toEqual([])
    await host.stop()
    expect(host.output()).not.toContain(PLANTED_KEY)
    expect(await filesHolding(world, PLANTED_KEY)).toEqual([])
  })
}

/** What reaches the page or stays in it: frames, answers to requests, the document with its fields, both storages. */
function everythingThePageGets(page: Page) {
  const frames: string[] = []
  const answers: Promise<string>[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())))
  page.on('response', (response) => answers.push(response.text().catch(() => '')))
  return {
    frames,
    async holding(secret: string): Promise<string[]> {
      const inPage = await page.evaluate(() => [
        document.documentElement.outerHTML,
        ...[...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? String(field.value) : '')),
        JSON.stringify(localStorage),
        JSON.stringify(sessionStorage),
      ])
      return [...frames, ...(await Promise.all(answers)), ...inPage].filter((text) => text.includes(secret))
    },
  }
}

/** Files of the throw-away home and project that hold the bytes, as they are or in Base64. */
async function filesHolding(world: World, secret: string): Promise<string[]> {
  const entries = await readdir(world.root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  expect(files.some((file) => file.startsWith(world.home))).toBe(true)
  const forms = [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')]
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return files.filter((_, index) => forms.some((form) => contents[index]?.includes(form)))
}

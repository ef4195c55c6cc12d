import { rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from './accessible.ts'
import { approvalCard, expect, heldText, messageBox, openProject, runOnce, send, tool, turnEnds } from './window.ts'

// Axe looks at some ten states in two themes each.
test.setTimeout(240_000)

const NARROW = { width: 900, height: 600 }

test('Home is accessible: first run, empty, with an address form and its faults', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ provider: 'none', env: { ANTHROPIC_API_KEY: 'sk-ant-found-0000' } })
  await page.goto((await world.serve({ home: true })).link)
  await expect(page.getByText('Own folder writable')).toBeVisible()
  await expectAccessible('Home, first run', page.getByText('Key found in your shell'))
  await page.setViewportSize(NARROW)
  await expectAccessible('Home, narrow', page.getByText('No project yet.'))
  await page.getByRole('button', { name: 'Set up' }).click()
  const form = page.getByRole('dialog', { name: 'Add a model' })
  await expectAccessible('address form', form)
  await form.getByRole('button', { name: 'Save and test' }).click()
  await expectAccessible('address form with faults', form.getByText('Type the address, such as'))
})

test('Home is accessible with projects, with a vanished one, and its folder list', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ files: { 'inner/deep/a.txt': '' }, settings: 'theme: [broken\n' })
  await openProject(page, await world.serve())
  const home = await world.serve({ home: true })
  await page.goto(home.link)
  await page.reload()
  await expect(page.getByText('Configuration has problems')).toBeVisible()
  await expectAccessible('Home with a project and a problem', page.getByRole('button', { name: /^parcel-api/ }))
  await page.getByRole('button', { name: 'Actions for parcel-api' }).click()
  await expectAccessible('a project’s menu', page.getByRole('menuitem', { name: 'Copy path' }))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Open folder/ }).click()
  const picker = page.getByRole('dialog', { name: 'Open a folder' })
  await page.getByRole('option', { name: 'parcel-api' }).click()
  await expectAccessible('folder list', picker.getByRole('button', { name: 'Open parcel-api' }))
  await picker.getByRole('textbox', { name: 'Path' }).fill(path.join(world.project, 'inner/deep'))
  await picker.getByRole('textbox', { name: 'Path' }).press('Enter')
  await expectAccessible('an empty folder', picker.getByText('No folders in here.'))
  await picker.getByRole('textbox', { name: 'Path' }).fill('/no/such/folder')
  await picker.getByRole('textbox', { name: 'Path' }).press('Enter')
  await expectAccessible('a folder that is not there', picker.getByText('/no/such/folder'))
  await picker.getByRole('button', { name: 'New folder' }).click()
  await expectAccessible('naming a new folder', picker.getByRole('textbox', { name: 'Name of the new folder' }))
  await page.keyboard.press('Escape')
  await picker.getByRole('button', { name: 'Cancel' }).click()

  await rm(world.project, { recursive: true })
  await page.reload()
  await page.getByRole('button', { name: /^parcel-api/ }).click()
  await expectAccessible('Home with a vanished project', page.getByText('folder not found'))
  await expectAccessible('Home after a project did not open', page.getByRole('alert'))
})

test('the project window is accessible: empty, running, asking, failed, with changes', async ({ page, openWorld, expectAccessible }) => {
  const held = heldText([
    'Some **bold** `code` first. ',
    '\n\n# Result\n\n[A link](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n```\n',
  ])
  const world = await openWorld({
    files: { 'notes.txt': 'one\ntwo\n', 'src/other.txt': 'one more\n' },
    config: '  - name: broken entry\n    protocol: telepathy\n',
    script: [
      {
        thinking: 'They want everything.',
        text: 'I look around first.',
        calls: [
          { name: 'read_file', input: { path: 'notes.txt' } },
          { name: 'grep', input: { pattern: 'one', output_mode: 'content' } },
          { name: 'glob', input: { pattern: '**/*.txt' } },
          { name: 'read_file', input: { path: 'missing.txt' } },
          {
            name: 'todo_write',
            input: {
              items: [
                { content: 'Read', activeForm: 'Reading', status: 'completed' },
                { content: 'Edit', activeForm: 'Editing', status: 'in_progress' },
                { content: 'Check', activeForm: 'Checking', status: 'pending' },
              ],
            },
          },
        ],
      },
      { calls: [{ name: 'edit_file', input: { path: 'notes.txt', old_string: 'two', new_string: 'TWO' } }] },
      { calls: [{ name: 'bash', input: { command: 'echo hello; exit 3' } }] },
      held.step,
      { status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } },
    ],
  })
  await openProject(page, await world.serve())
  const question = page.getByRole('heading', { name: /What should change in/ })
  await expectAccessible('an empty project window', question)
  await messageBox(page).fill('Do everything')
  await expectAccessible('a draft', question)
  await messageBox(page).press('Enter')
  await expect(approvalCard(page)).toContainText('Change notes.txt?')
  await expectAccessible('an edit waiting for approval', approvalCard(page))
  await runOnce(page)
  await expect(approvalCard(page)).toContainText('Run this command?')
  await expectAccessible('a command waiting for approval', approvalCard(page))
  await approvalCard(page).getByRole('textbox').fill('Not that')
  await expectAccessible('an answer with a reason', page.getByRole('button', { name: 'No, with this reason' }))
  await page.setViewportSize(NARROW)
  await expectAccessible('an approval in a narrow window', approvalCard(page))
  await page.setViewportSize({ width: 1280, height: 800 })
  await runOnce(page)
  await held.say(page)
  await expectAccessible('an answer being written', page.getByRole('button', { name: 'Stop' }))
  held.letAll()
  await turnEnds(page)
  await expect(tool(page, 'bash')).toContainText('exit 3')
  await expectAccessible('a finished turn with a failed tool', page.getByRole('heading', { name: 'Result' }))
  await send(page, 'And again')
  await turnEnds(page, 2)
  await expectAccessible('a turn that failed', page.getByRole('button', { name: 'Try again' }))
  await page.setViewportSize(NARROW)
  await expectAccessible('a narrow window', page.getByRole('button', { name: 'Try again' }))
  await page.getByRole('button', { name: 'Show sessions' }).click()
  await expectAccessible('the session list over a narrow window', page.getByRole('navigation', { name: 'Sessions' }))
  await page.getByRole('button', { name: 'Show the side panel' }).click()
  await expectAccessible(
    'the changes over a narrow window',
    page.getByRole('complementary', { name: 'Side panel' }).getByText('notes.txt').first(),
  )
})

test('pickers, dialogs and settings are accessible: lists, details, faults, confirmations', async ({
  page,
  openWorld,
  expectAccessible,
}) => {
  const world = await openWorld({
    config:
      '  - name: keyless\n    protocol: openai\n    api_key: "${NOT_SET_ANYWHERE}"\n    model: gpt-5.4\n  - name: broken entry\n    protocol: telepathy\n',
    script: [{ status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } }],
  })
  await openProject(page, await world.serve())
  await page.getByRole('button', { name: /^Mode:/ }).click()
  await expectAccessible('mode menu', page.getByRole('menuitem', { name: 'Plan only' }))
  await page.getByRole('menuitem', { name: 'Run everything' }).click()
  await expectAccessible('confirmation of running everything', page.getByRole('dialog', { name: 'Run everything without asking?' }))
  await page.getByRole('button', { name: 'Keep asking' }).click()
  await page.getByRole('button', { name: /^Model:/ }).click()
  await expectAccessible('model menu', page.getByRole('menuitem', { name: 'Models & keys' }))
  await page.getByRole('menuitem', { name: 'Models & keys' }).click()
  await expectAccessible('models with one left out', page.getByText('Left out of the configuration'))
  await page.getByRole('article', { name: 'scripted' }).getByRole('button', { name: 'Test' }).click()
  await expectAccessible('a model whose key is refused', page.getByRole('button', { name: 'Test again' }))
  await page.getByRole('button', { name: 'Remove' }).click()
  await expectAccessible('confirmation of removing', page.getByRole('dialog', { name: 'Remove scripted?' }))
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: /^keyless/ }).click()
  await page.getByRole('button', { name: 'Add key' }).click()
  await expectAccessible('key dialog', page.getByRole('dialog', { name: 'Key for keyless' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize(NARROW)
  await expectAccessible('models, narrow', page.getByRole('article', { name: 'keyless' }))
  await page.getByRole('button', { name: 'Appearance' }).click()
  await expectAccessible('appearance', page.getByRole('heading', { name: 'Appearance and language' }))
  await page.getByRole('button', { name: /^Mode of new sessions/ }).click()
  await expectAccessible('mode of new sessions', page.getByRole('menuitemradio', { name: /Plan only/ }))
})

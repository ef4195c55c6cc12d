import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test as accessible } from './accessible.ts'
import { expect, send, test, turnEnds, type Page } from './window.ts'
import type { World } from './world.ts'

const rule = (name: string, extra: string) =>
  `  - name: ${name}\n    event: PreToolUse\n    if: { all_of: [{ field: tool_input.command, match: { type: regex, value: 'rm ' } }] }\n    action: { type: shell, command: "${extra}" }\n`
const mine = `hooks:\n${rule('no-rm', "echo 'Nothing is removed here.' >&2; exit 2")}  - name: mistyped\n    event: PreTolUse\n    action: { type: shell, command: ls }\n`
const theirs = `hooks:\n${rule('of-the-project', 'exit 0')}`

const list = (page: Page) => page.getByRole('region', { name: 'Hooks', exact: true })

async function openHooks(page: Page, world: World): Promise<void> {
  await writeFile(path.join(world.home, 'hooks.yaml'), mine)
  await page.goto((await world.serve()).link)
  // What the project brings stays off.
  await page
    .getByRole('dialog', { name: /^Trust / })
    .getByRole('button', { name: 'Keep it untrusted' })
    .click()
}

async function toSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await page.getByRole('button', { name: /^Hooks( \d+)?$/ }).click()
}

test('a hook blocks a call and says so on its card; its run is kept, done once more, tried, switched off; another is written', async ({
  page,
  openWorld,
}) => {
  const script = [{ calls: [{ name: 'bash', input: { command: 'rm -rf build' } }] }, { text: 'Not removed.' }]
  const world = await openWorld({ files: { '.mewcode/hooks.yaml': theirs }, script })
  await openHooks(page, world)
  await send(page, 'remove the build')
  await turnEnds(page)
  await expect(page.getByText('Hook no-rm: blocked. Nothing is removed here.')).toBeVisible()
  const status = page.getByRole('contentinfo')
  await expect(status.getByRole('button', { name: /^Sandbox/ })).toBeVisible()
  await status.getByRole('button', { name: '1 hook, 0 failed' }).click()
  const rules = list(page)
  await expect(rules.getByRole('region', { name: 'PreToolUse' }).getByRole('button')).toHaveText([
    /of-the-project\s*not trusted/,
    /no-rm\s*1/,
  ])
  await expect(rules.getByRole('region', { name: 'Rules that could not be read' })).toContainText('PreTolUse')
  // Out of the search into the list, along it, and back to the first; keys of the field stay the field's.
  const search = rules.getByRole('textbox', { name: 'Search hooks' })
  await search.press('End')
  await expect(search).toBeFocused()
  // While words are composed, the key chooses among them.
  await search.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true, bubbles: true })
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rules.getByRole('button', { name: /^of-the-project/ })).toBeFocused()
  await page.keyboard.press('End')
  await expect(rules.getByRole('button', { name: /^no-rm/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const shown = page.getByRole('article', { name: 'no-rm' })
  await expect(shown).toContainText('blocked 1 time')
  await shown.getByRole('button', { name: /blocked/ }).click()
  await expect(shown.getByLabel('stderr')).toContainText('Nothing is removed here.')
  await shown.getByRole('button', { name: 'Run once more on this' }).click()
  await expect(shown.getByRole('status')).toContainText('no-rm blocks:')
  await shown.getByRole('tab', { name: 'Try it' }).click()
  await shown.getByLabel('What it is given').fill('{"tool_input": {"command": "ls"}}')
  await shown.getByRole('button', { name: 'Run PreToolUse' }).click()
  await expect(shown.getByRole('status')).toContainText('No rule matches this.')
  await shown.getByLabel('What it is given').fill('{')
  await expect(shown.getByText('Write an object in JSON.')).toBeVisible()
  await shown.getByRole('checkbox', { name: 'Use this hook' }).uncheck()
  await expect(rules.getByRole('button', { name: /^no-rm/ })).toContainText('off')
  await rules.getByRole('button', { name: 'Add a hook' }).click()
  const editor = page.getByRole('article', { name: 'Add a hook' })
  const text = editor.getByLabel('Rule, in YAML')
  await text.fill('name: fmt\nevent: PostToolUse\naction: { type: shel, command: ls }\n')
  await expect(editor.getByRole('status')).toContainText('shel')
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await text.fill('name: fmt\nevent: PostToolUse\naction: { type: shell, command: ls }\n')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(rules.getByRole('region', { name: 'PostToolUse' }).getByRole('button')).toHaveText(/fmt/)
  expect(await readFile(path.join(world.home, 'hooks.yaml'), 'utf8')).toContain('PreTolUse')
})

accessible('the hooks are accessible in both themes', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ files: { '.mewcode/hooks.yaml': theirs } })
  await openHooks(page, world)
  await toSettings(page)
  await list(page)
    .getByRole('button', { name: /^no-rm/ })
    .click()
  await expectAccessible('hooks', page.getByRole('article', { name: 'no-rm' }))
  await list(page).getByRole('button', { name: 'Add a hook' }).click()
  await expectAccessible('hook editor', page.getByRole('article', { name: 'Add a hook' }))
})

import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { test as accessible } from './accessible.ts'
import { approvalCard, expect, openProject, send, test, turnEnds, type Page } from './window.ts'

const settings = 'permissions:\n  deny:\n    - Bash(git push:*)\n'
const probe = (page: Page) => page.getByRole('region', { name: 'What would happen to …' })
const rules = (page: Page) => page.getByRole('region', { name: 'Rules in force' })

async function openPermissions(page: Page): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await page.getByRole('button', { name: 'Permissions & trust' }).click()
}

test('a call that nobody runs is judged while it is typed, with layer and rule', async ({ page, openWorld }) => {
  const world = await openWorld({ settings })
  await openProject(page, await world.serve())
  await openPermissions(page)
  const field = probe(page).getByRole('textbox')
  const answer = probe(page).getByRole('status')
  await field.fill('git status && git push origin main')
  await expect(answer).toContainText('refused')
  await expect(answer).toContainText('Bash(git push:*)')
  await field.fill('cat a.txt')
  await expect(answer).toContainText('allowed')
  await field.fill('npm install left-pad')
  await expect(answer).toContainText('asks')
  await field.fill('rm -rf ~')
  await expect(answer).toContainText('blacklist')
  await probe(page).getByRole('button', { name: /^Kind/ }).click()
  await page.getByRole('menuitemradio', { name: 'Write a file' }).click()
  await field.fill('.mewcode/settings.yaml')
  await expect(answer).toContainText('refused')
  await field.fill('notes.txt')
  await expect(answer).toContainText('asks')
  await probe(page).getByRole('button', { name: /^Mode/ }).click()
  await page.getByRole('menuitemradio', { name: 'Accept edits' }).click()
  await expect(answer).toContainText('allowed')
  await field.fill('')
  await expect(answer).toHaveCount(0)
})

test('a rule is added and counts at once, a wrong one is refused in words, one is removed', async ({ page, openWorld }) => {
  const world = await openWorld({ settings })
  await openProject(page, await world.serve())
  await openPermissions(page)
  await probe(page).getByRole('textbox').fill('npm test')
  await expect(probe(page).getByRole('status')).toContainText('asks')
  await rules(page).getByRole('textbox').fill('Bash(npm test)')
  await rules(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(rules(page).getByRole('listitem').filter({ hasText: 'Bash(npm test)' })).toContainText('yours, in this project')
  await expect(rules(page).getByRole('textbox')).toHaveValue('')
  await expect(probe(page).getByRole('status')).toContainText('allowed')
  expect(await readFile(path.join(world.project, '.mewcode/settings.local.yaml'), 'utf8')).toContain('Bash(npm test)')

  await rules(page).getByRole('textbox').fill('Bash(npm test')
  await rules(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(rules(page).getByRole('alert')).toBeVisible()
  await expect(rules(page).getByRole('textbox')).toHaveValue('Bash(npm test')

  await rules(page).getByRole('button', { name: 'Remove Bash(npm test)' }).click()
  await expect(rules(page).getByRole('listitem')).toHaveText([/Bash\(git push:\*\)/])
  await expect(probe(page).getByRole('status')).toContainText('asks')
})

test('“Always…” shows the rule it keeps, and the same command asks no more', async ({ page, openWorld }) => {
  const world = await openWorld({
    files: { 'a.txt': 'one\n' },
    script: [
      { calls: [{ name: 'bash', input: { command: 'touch b.txt' } }] },
      { text: 'Touched.' },
      { calls: [{ name: 'bash', input: { command: 'touch b.txt' } }] },
      { text: 'Again.' },
      { calls: [{ name: 'bash', input: { command: 'touch b.txt && rm -r a.txt' } }] },
    ],
  })
  await openProject(page, await world.serve())
  await send(page, 'Touch it')
  const always = approvalCard(page).getByRole('button', { name: 'Always…' })
  await always.click()
  await expect(always).toHaveAttribute('aria-expanded', 'true')
  await expect(approvalCard(page)).toContainText('Bash(touch b.txt)')
  await approvalCard(page).getByRole('button', { name: 'Keep the rule and run' }).click()
  await turnEnds(page)
  await send(page, 'Touch it again')
  await turnEnds(page, 2)
  await send(page, 'Touch and remove')
  await expect(approvalCard(page)).toContainText('rm -r a.txt')
  await openPermissions(page)
  await expect(rules(page).getByRole('listitem').filter({ hasText: 'Bash(touch b.txt)' })).toContainText('yours, in this project')
})

const folders = (page: Page) => page.getByRole('region', { name: 'Folders beside the project' })

test('a folder beside the project is added, counts at once, says why it does not, and is taken back', async ({ page, openWorld }) => {
  const world = await openWorld()
  const beside = path.join(world.root, 'shared-lib')
  await mkdir(beside)
  await openProject(page, await world.serve())
  await openPermissions(page)
  await expect(folders(page)).toContainText('None: everything outside of the project is asked about.')
  await folders(page).getByRole('textbox').fill(`${beside}-not-there`)
  await folders(page).getByRole('textbox').press('Enter')
  await expect(folders(page).getByRole('alert')).toContainText(`There is no folder ${beside}-not-there.`)
  await folders(page).getByRole('textbox').fill('~/shared-lib')
  await folders(page).getByRole('button', { name: 'Add folder' }).click()
  await expect(folders(page).getByRole('alert')).toHaveCount(0)
  const row = folders(page).getByRole('listitem')
  await expect(row).toContainText(beside)
  await expect(row).toContainText('yours, in this project')
  await probe(page).getByRole('textbox').fill(`cat ${beside}/a.txt`)
  await expect(probe(page).getByRole('status')).toContainText('allowed')

  await rm(beside, { recursive: true })
  // The address keeps the place.
  await page.reload()
  await expect(row).toContainText(`there is no folder ${beside}`)
  await row.getByRole('button', { name: `Take back ${beside}` }).click()
  await expect(folders(page)).toContainText('None:')
  expect(await readFile(path.join(world.project, '.mewcode/settings.local.yaml'), 'utf8')).not.toContain('shared-lib')
})

accessible('the permissions page is accessible: judged, faulty, narrow', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ settings: `extra_folders: [/not/there]\n${settings}` })
  await openProject(page, await world.serve())
  await openPermissions(page)
  await probe(page).getByRole('textbox').fill('git status && git push origin main')
  await rules(page).getByRole('textbox').fill('Bash(npm test')
  await rules(page).getByRole('button', { name: 'Add rule' }).click()
  await expectAccessible('judged, with a faulty rule', rules(page).getByRole('alert'))
  await page.setViewportSize({ width: 900, height: 600 })
  await expectAccessible('permissions, narrow', probe(page).getByRole('status'))
})

import { execFileSync } from 'node:child_process'
import { test as accessible } from './accessible.ts'
import { expect, openProject, openSession, send, turnEnds, type World } from './window.ts'

const git = (world: World, ...args: string[]): string => execFileSync('git', args, { cwd: world.project, encoding: 'utf8' })

const writes = (path: string) => ({ calls: [{ name: 'write_file', input: { path, content: 'made\n' } }] })
const script = [writes('new.txt'), { text: 'Made.' }, writes('other.txt'), { text: 'Renamed.' }]

function repository(world: World): void {
  git(world, 'init', '-q', '-b', 'main')
  git(world, 'config', 'user.name', 'Tester')
  git(world, 'config', 'user.email', 'tester@example.com')
  git(world, 'add', '-A')
  git(world, 'commit', '-qm', 'first')
}

accessible(
  'what the agent made is looked at, staged and committed on a branch of its own, once the folder is trusted',
  async ({ page, openWorld, expectAccessible }) => {
    const world = await openWorld({
      files: { 'a.txt': 'one\n', '.gitignore': 'other.txt\n' },
      script,
      settings: 'defaultMode: acceptEdits\n',
    })
    repository(world)
    await openProject(page, await world.serve())
    await send(page, 'Make a file')
    await turnEnds(page, 1)
    const panel = page.getByRole('region', { name: 'Changes', exact: true })
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Comment on new.txt:1' }).fill('Another word, please.')
    await panel.getByRole('button', { name: 'Add comment' }).click()
    await panel.getByRole('button', { name: 'Keep', exact: true }).click()
    // Another host on the same home: kept with the session, not with the page; a second window hears of what the first does.
    const next = await world.serve()
    const other = await page.context().newPage()
    const theirs = other.getByRole('region', { name: 'Changes', exact: true })
    for (const each of [page, other]) {
      await openProject(each, next)
      await openSession(each, 'Make a file')
    }
    for (const each of [panel, theirs]) await expect(each.getByText('Kept', { exact: true })).toBeVisible()
    await theirs.getByRole('button', { name: 'Show again' }).click()
    await expect(panel.getByRole('button', { name: 'Keep', exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Comment on new.txt:1' }).fill('Half a thought')
    await panel.getByRole('button', { name: 'Send 1 comment to the agent' }).click()
    await expect(theirs.getByRole('region', { name: 'Comments' })).toHaveCount(0)
    await other.close()
    await turnEnds(page, 2)
    await expect(page.locator('[data-row-kind="user"]').last()).toContainText('new.txt:1')
    await expect(panel.getByRole('region', { name: 'Comments' })).toHaveCount(0)
    // What is being written stays while the list is read anew.
    await expect(panel.getByRole('button', { name: 'other.txt' })).toBeVisible()
    await expect(panel.getByRole('textbox', { name: 'Comment on new.txt:1' })).toHaveValue('Half a thought')

    await panel.getByRole('radio', { name: 'Commit' }).click()
    await expect(panel).toContainText('git does not run here yet.')
    await panel.getByRole('button', { name: 'Trust this folder' }).click()

    await panel.getByRole('button', { name: 'Stage new.txt' }).click()
    await expectAccessible('commit', panel.getByRole('button', { name: 'Unstage new.txt' }))
    await panel.getByRole('button', { name: 'New branch' }).click()
    await panel.getByRole('textbox', { name: 'Name of the branch' }).fill('two words')
    await panel.getByRole('button', { name: 'Create' }).click()
    await expect(panel.getByRole('alert')).toContainText('cannot be the name of a branch')
    await panel.getByRole('textbox', { name: 'Name of the branch' }).fill('feat/made')
    await panel.getByRole('textbox', { name: 'Name of the branch' }).press('Enter')
    await expect(panel.getByText('feat/made')).toBeVisible()
    await panel.getByRole('textbox', { name: 'Message' }).fill('feat: made')
    await panel.getByRole('button', { name: 'Commit', exact: true }).click()
    await expect(panel.getByRole('status')).toContainText('feat: made')
    await expect(panel).toContainText('Nothing to commit.')
    expect(git(world, 'log', '-1', '--format=%s %D', '--name-only').trim()).toBe('feat: made HEAD -> feat/made\n\nnew.txt')
  },
)

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ENTRY } from '../bench/entry.ts'
import { test as accessible } from './accessible.ts'
import { isChild, lastResult } from '../../core/testing/agents.ts'
import type { ModelScript } from '../../core/testing/model-server/index.ts'
import { approvalCard, expect, openProject, runOnce, send, test, type Page } from './window.ts'

const run = promisify(execFile)
const card = (page: Page, subject: string) => page.locator('[data-task-id]', { hasText: subject })

async function openBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tasks' }).click()
  await expect(page.getByRole('heading', { name: /Tasks/ })).toBeVisible()
}

async function create(page: Page, subject: string, agent?: string, { worktree = false } = {}): Promise<void> {
  await page.getByRole('button', { name: 'New task' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill(subject)
  if (agent !== undefined) {
    await dialog.getByRole('button', { name: /Agent/ }).click()
    await page.getByRole('menuitemradio', { name: agent }).click()
  }
  if (worktree) await dialog.getByRole('checkbox', { name: /worktree/ }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
}

test('a card is written, begun by the keyboard, asked on and stopped in two windows, beside the command line', async ({
  page,
  context,
  openWorld,
}) => {
  const script: ModelScript = (_body, n) =>
    n === 2 ? { hang: 'headers' } : { text: n === 0 ? 'The lease epoch is documented.' : 'In two languages.' }
  const world = await openWorld({ script })
  const host = await world.serve()
  await openProject(page, host)
  await openBoard(page)
  const other = await context.newPage()
  await openProject(other, host)
  await openBoard(other)

  await page.getByRole('button', { name: 'New task' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog')).toContainText('Say in a few words')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Document the lease')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New task' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Document the lease')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  for (const each of [page, other]) await expect(card(each, 'Document the lease')).toHaveAttribute('data-status', 'todo')

  await card(page, 'Document the lease').focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Start with general-purpose' }).press('Enter')
  for (const each of [page, other]) await expect(card(each, 'Document the lease')).toHaveAttribute('data-status', 'completed')
  const cli = async (...args: string[]) =>
    (await run(process.execPath, [ENTRY, 'tasks', ...args], { cwd: world.project, env: world.env })).stdout
  expect(await cli('list', '--status', 'completed')).toContain('Document the lease')

  await card(other, 'Document the lease').click()
  const detail = other.getByRole('region', { name: 'Document the lease' })
  await expect(detail).toContainText('The lease epoch is documented.')
  await other.reload()
  await detail.getByRole('textbox', { name: /Message this task/ }).fill('And in Chinese?')
  await detail.getByRole('button', { name: 'Send' }).click()
  await expect(detail.locator('[data-row-kind="text"]').last()).toContainText('In two languages.')

  await cli('create', 'From a terminal')
  for (const each of [page, other]) await expect(card(each, 'From a terminal')).toHaveAttribute('data-status', 'todo')
  await card(page, 'Document the lease').focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Go on' }).press('Enter')
  await expect(card(other, 'Document the lease')).toHaveAttribute('data-status', 'running')
  await detail.getByRole('button', { name: 'Stop', exact: true }).click()
  for (const each of [page, other]) await expect(card(each, 'Document the lease')).toHaveAttribute('data-status', 'cancelled')
})

test('an agent in the background asks on its card, is answered on the board, and its end stands in the conversation', async ({
  page,
  openWorld,
}) => {
  const write = (path: string) => ({ newEpoch: true, calls: [{ name: 'write_file', input: { path, content: 'x' } }] })
  const script: ModelScript = (body) => {
    const said = JSON.stringify(body['messages'])
    if (!isChild(body)) {
      if (said.includes('<task-notification')) return { newEpoch: true, text: 'I heard of it.' }
      const input = { prompt: 'CHILD-JOB', description: 'Rotate the keys', run_in_background: true }
      return said.includes('async_launched')
        ? { text: 'It is at work.' }
        : { calls: [{ name: 'agent', input: { ...input, subagent_type: 'general-purpose' } }] }
    }
    if (!said.includes('a.txt')) return write('a.txt')
    if (!said.includes('b.txt')) return write('b.txt')
    return { text: lastResult(body).startsWith('The user refused') ? 'One of two written.' : 'Both written.' }
  }
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await send(page, 'Rotate the keys')
  const agent = page.locator('[data-agent-id]')
  await expect(agent).toHaveAttribute('data-status', 'waiting')
  await expect(agent.locator('[data-agent-step]')).toContainText('a.txt')
  await expect(approvalCard(page)).toContainText('Agent general-purpose')
  await agent.getByRole('button', { name: 'Open the task' }).click()

  const detail = page.getByRole('region', { name: 'Rotate the keys' })
  await expect(detail.locator('[data-approval-id]')).toBeVisible()
  await runOnce(page)
  await expect(approvalCard(page)).toContainText('b.txt')
  await approvalCard(page).getByRole('button', { name: /^No/ }).click()
  await expect(card(page, 'Rotate the keys')).toHaveAttribute('data-status', 'completed')
  expect(await world.read('a.txt')).toBe('x')
  await expect(world.read('b.txt')).rejects.toThrow('ENOENT')

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.locator('[data-row-kind="text"]').last()).toContainText('I heard of it.')
  await page.getByRole('button', { name: /general-purpose: done/ }).click()
  await expect(page.locator('[data-agent-ending]')).toContainText('One of two written.')
})

test('two agents change one file side by side: one is merged, the other’s conflict is shown and its work discarded', async ({
  page,
  openWorld,
}) => {
  const script: ModelScript = (body) => {
    const said = JSON.stringify(body['messages'])
    if (said.includes('tool_result')) return { text: 'Written.' }
    const content = said.includes('FIRST') ? 'first\n' : 'second\n'
    return { newEpoch: true, calls: [{ name: 'write_file', input: { path: 'a.txt', content } }] }
  }
  const world = await openWorld({ script, files: { 'new/b.txt': 'b\n' }, settings: 'defaultMode: acceptEdits\n' })
  const git = async (...args: string[]) => (await run('git', args, { cwd: world.project })).stdout
  await git('init', '-q', '-b', 'main')
  await git('config', 'user.name', 'Tester')
  await git('config', 'user.email', 'tester@example.com')
  await git('add', '-A')
  await git('commit', '-qm', 'one')
  await run(process.execPath, [ENTRY, 'trust', 'allow'], { cwd: world.project, env: world.env })
  await openProject(page, await world.serve())
  await openBoard(page)
  for (const subject of ['FIRST', 'SECOND']) await create(page, subject, 'general-purpose', { worktree: true })
  for (const subject of ['FIRST', 'SECOND']) await expect(card(page, subject)).toHaveAttribute('data-status', 'completed')
  await expect(world.read('a.txt')).rejects.toThrow('ENOENT')

  await card(page, 'FIRST').click()
  const first = page.getByRole('region', { name: 'FIRST' })
  await expect(first.getByRole('region', { name: 'a.txt' })).toContainText('first')
  await first.getByRole('button', { name: 'Merge' }).click()
  await expect(first.getByRole('button', { name: 'Merge' })).toBeHidden()
  expect(await world.read('a.txt')).toBe('first\n')

  await card(page, 'SECOND').click()
  const second = page.getByRole('region', { name: 'SECOND' })
  await expect(second).toContainText('A merge would meet other changes in: a.txt')
  await second.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('Not merged')).toBeVisible()
  expect(await world.read('a.txt')).toBe('first\n')
  await second.getByRole('button', { name: 'Discard the changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard the changes' }).click()
  await second.getByRole('button', { name: 'Remove from the board' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the board' }).click()
  await expect(card(page, 'SECOND')).toHaveCount(0)
  expect(await git('status', '--porcelain')).toBe('')
})

accessible('the board is accessible: empty, with a card, with one open', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  await openBoard(page)
  await expectAccessible('an empty board', page.getByText('No tasks yet'))
  await create(page, 'Alert when lost rows pass 10 a minute')
  await expectAccessible('a card', card(page, 'Alert when'))
  await card(page, 'Alert when').click()
  await expectAccessible('a card in full', page.getByText('Nobody has begun yet.'))
})

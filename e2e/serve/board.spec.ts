import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ENTRY } from '../bench/entry.ts'
import { test as accessible } from './accessible.ts'
import { isChild, lastResult } from '../../core/testing/agents.ts'
import type { ModelScript } from '../../core/testing/model-server/index.ts'
import { wireOf } from './wire.ts'
import { approvalCard, expect, openProject, runOnce, send, test, type Page } from './window.ts'

const run = promisify(execFile)
const card = (page: Page, subject: string) => page.locator('[data-task-id]', { has: page.getByText(subject, { exact: true }) })

async function openBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Task board' }).click()
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
  const world = await openWorld({ script, config: 'budget: { day_usd: 10 }\n' })
  const host = await world.serve()
  await openProject(page, host)
  await openBoard(page)
  await expect(page.getByText('$0.00 today, limit $10.00')).toBeVisible()
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
  const edge = other.getByRole('separator', { name: 'Height of the task in full' })
  await edge.press('ArrowUp')
  await expect(edge).toHaveAttribute('aria-valuenow', '308')
  const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {}
  await other.mouse.move(x + 300, y + 4)
  await other.mouse.down()
  await other.mouse.move(x + 300, y + 54)
  await other.mouse.up()
  await expect(edge).toHaveAttribute('aria-valuenow', '258')
  await other.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', '258')
  await expect(detail).toHaveCSS('height', '258px')
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
  const looks = Array.from({ length: 5 }, (_, n) => ({ name: 'glob', input: { pattern: `key-${n}.*` } }))
  const script: ModelScript = (body) => {
    const said = JSON.stringify(body['messages'])
    if (!isChild(body)) {
      if (said.includes('<task-notification')) return { newEpoch: true, text: 'I heard of it.' }
      const input = { prompt: 'CHILD-JOB', description: 'Rotate the keys', run_in_background: true }
      return said.includes('async_launched')
        ? { text: 'It is at work.' }
        : { calls: [{ name: 'agent', input: { ...input, subagent_type: 'general-purpose' } }] }
    }
    if (!said.includes('a.txt')) return { newEpoch: true, calls: [...looks, ...write('a.txt').calls] }
    if (!said.includes('b.txt')) return write('b.txt')
    return { text: lastResult(body).startsWith('The user refused') ? 'One of two written.' : 'Both written.' }
  }
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await send(page, 'Rotate the keys')
  const agent = page.locator('[data-agent-id]')
  // Six calls of an agent: on a busy machine they take their time.
  await expect(agent).toHaveAttribute('data-status', 'waiting')
  // While it is at work: its four newest steps, the others on a press.
  const steps = agent.locator('[data-agent-step]')
  await expect(steps).toContainText(['key-2.*', 'key-3.*', 'key-4.*', 'a.txt'])
  await expect(steps).toHaveCount(4)
  await agent.getByRole('button', { name: '2 earlier steps' }).click()
  await expect(steps).toHaveCount(6)
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
    const content = `export const a = ${said.includes('FIRST') ? 1 : 2}\n`
    return { newEpoch: true, calls: [{ name: 'write_file', input: { path: 'a.ts', content } }] }
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
  await expect(world.read('a.ts')).rejects.toThrow('ENOENT')

  await card(page, 'FIRST').click()
  const first = page.getByRole('region', { name: 'FIRST' })
  await expect(first.locator('[data-sum]')).toHaveText('+1 −0')
  await expect(first.getByRole('region', { name: 'a.ts' })).toContainText('export const a = 1')
  await expect(first.locator('.code-keyword').first()).toHaveText('export')
  await first.getByRole('button', { name: 'Merge' }).click()
  await expect(first.getByRole('button', { name: 'Merge' })).toBeHidden()
  expect(await world.read('a.ts')).toBe('export const a = 1\n')
  await card(page, 'SECOND').click()
  const second = page.getByRole('region', { name: 'SECOND' })
  await expect(second).toContainText('A merge would meet other changes in: a.ts')
  await second.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('Not merged')).toBeVisible()
  expect(await world.read('a.ts')).toBe('export const a = 1\n')
  await second.getByRole('button', { name: 'Discard the changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard the changes' }).click()
  await second.getByRole('button', { name: 'Remove from the board' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the board' }).click()
  await expect(card(page, 'SECOND')).toHaveCount(0)
  // Neither leaves a worktree or a branch behind.
  expect((await git('worktree', 'list', '--porcelain')).match(/^worktree /gm)).toHaveLength(1)
  expect(await git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toBe('main\n')
  expect(await git('status', '--porcelain')).toBe('')
})

test('the agents of a card are stopped by its menu, and the card goes on without them', async ({ page, openWorld }) => {
  const script: ModelScript = (body) => {
    if (isChild(body, 'CHILD-JOB INNER')) return { newEpoch: true, hang: 'headers' }
    if (JSON.stringify(body['messages']).includes('tool_result')) return { newEpoch: true, text: 'Went on alone.' }
    const name = isChild(body) ? 'INNER' : 'OUTER'
    const input = { prompt: `CHILD-JOB ${name}`, description: name, subagent_type: 'general-purpose' }
    return { newEpoch: true, calls: [{ name: 'agent', input }] }
  }
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await send(page, 'Go')
  await openBoard(page)
  await expect(card(page, 'OUTER')).toContainText('Waits for its agents')
  await expect(card(page, 'INNER')).toHaveAttribute('data-status', 'running')
  await card(page, 'OUTER').press('m')
  await page.getByRole('menuitem', { name: 'Stop its agents' }).press('Enter')
  await expect(card(page, 'INNER')).toHaveAttribute('data-status', 'cancelled')
  await expect(card(page, 'OUTER')).toContainText('Went on alone.')
  await expect(card(page, 'OUTER')).toHaveAttribute('data-status', 'completed')
})

test('cards are dragged and moved by keys, said aloud, tied by lines, and narrowed by what the address keeps', async ({
  page,
  openWorld,
}) => {
  const items = ['completed', 'pending'].map((status) => ({ content: status, activeForm: status, status }))
  const script: ModelScript = (_body, n) => {
    if (n === 0) return { calls: [{ name: 'todo_write', input: { items } }] }
    return n === 1 ? { hang: 'headers' } : { text: '`Carried` out.' }
  }
  const world = await openWorld({ script })
  await openProject(page, await world.serve())
  await openBoard(page)
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const [blocker, waiter] = [card(page, 'Make the table'), card(page, 'Fill the table')]
  await create(page, 'Make the table')
  await expect(blocker).toBeFocused()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toBeFocused()
  await page.keyboard.type('Fill the table')
  await dialog.getByRole('button', { name: /Agent/ }).click()
  await page.getByRole('menuitemradio', { name: 'Explore' }).click()
  await dialog.getByRole('checkbox', { name: /Make the table/ }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(waiter).toContainText('Starts by itself')
  await expect(waiter).toContainText(/after #.{4} Make the table/)
  await expect(blocker).toContainText(/blocks #.{4}/)
  await expect(waiter).toBeFocused()
  await expect(page.locator('[data-dependency]')).toHaveCount(1)

  await blocker.dragTo(column('Queued'))
  await expect(column('Running').locator(blocker)).toHaveAttribute('data-status', 'running')
  await expect(page.getByRole('status').getByText('“Make the table” is queued')).toBeAttached()
  await expect(blocker).toContainText('1 of 2')
  await expect.poll(() => world.model.requests.length).toBe(2)
  await blocker.dragTo(column('Done'))
  await expect(blocker).toHaveAttribute('data-status', 'running')
  await blocker.dragTo(column('Failed'))
  await expect(blocker).toHaveAttribute('data-status', 'cancelled')
  await expect(waiter).toContainText(/blocker #.{4} is gone/)

  await blocker.focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Go on' }).press('Enter')
  for (const each of [blocker, waiter]) await expect(column('Done').locator(each)).toContainText('Carried out.')
  await expect(blocker).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(waiter).toBeFocused()
  await expect(page.getByRole('status').getByText('“Make the table” goes on')).toBeAttached()

  await page.getByRole('button', { name: 'Agent Any agent' }).click()
  await page.getByRole('menuitemradio', { name: 'Explore' }).click()
  await page.getByRole('button', { name: 'State Any state' }).click()
  await page.getByRole('menuitemradio', { name: 'Done' }).click()
  await expect(page).toHaveURL(/#\/board\?agent=Explore&state=done$/)
  await page.reload()
  await expect(waiter).toBeVisible()
  await expect(blocker).toHaveCount(0)
  await expect(column('To do')).toHaveCount(0)
  await page.keyboard.press('Control+KeyF')
  await page.keyboard.type('fill the')
  await expect(waiter).toBeVisible()
  await page.keyboard.type('nothing like it')
  await expect(page.getByText('No task matches.')).toBeVisible()
})

accessible(
  'the board is accessible: empty, with cards that are tied, with one open, and when it cannot be read',
  async ({ page, openWorld, expectAccessible }) => {
    const wire = await wireOf(page)
    await openProject(page, await (await openWorld()).serve())
    wire.refuse('tasks.list')
    await openBoard(page)
    await expectAccessible('a board that cannot be read', page.getByText('Could not read the tasks'))
    wire.refuse()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectAccessible('an empty board', page.getByText('No tasks yet'))
    await create(page, 'Alert when lost rows pass 10 a minute')
    await page.keyboard.press('t')
    await page.keyboard.type('Second')
    await page.getByRole('dialog').getByRole('checkbox', { name: /Alert/ }).check()
    await expectAccessible('a new task', page.getByRole('dialog').getByText('Start after'))
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expectAccessible('cards', page.locator('[data-dependency]'))
    await card(page, 'Second').click()
    await expectAccessible('a card in full', page.getByText('Nobody has begun yet.'))
  },
)

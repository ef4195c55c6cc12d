import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startSkillServer } from '../../core/testing/skill-server.ts'
import { test } from './accessible.ts'
import { expect } from './window.ts'

test('Home brings what other products keep, and clones a repository that then opens', async ({ page, openWorld, expectAccessible }) => {
  const server = await startSkillServer()
  try {
    server.commit('team/tool', { 'README.md': 'read me' })
    const world = await openWorld()
    const userHome = world.root
    await mkdir(path.join(userHome, '.codex', 'prompts'), { recursive: true })
    await mkdir(path.join(userHome, 'code'))
    await writeFile(path.join(userHome, '.codex', 'prompts', 'ship.md'), 'Ship it\n')
    await writeFile(path.join(userHome, '.codex', 'AGENTS.md'), 'Write tests\n')
    const host = await world.serve({ home: true })
    await page.goto(host.link)

    await page.getByRole('button', { name: 'Bring your set-up' }).click()
    const setup = page.getByRole('dialog', { name: 'Bring your set-up' })
    await setup.getByRole('checkbox', { name: 'AGENTS.md' }).uncheck()
    await expectAccessible('set-up', setup.getByRole('checkbox', { name: 'ship' }))
    await setup.getByRole('button', { name: 'Bring 1 thing' }).click()
    await expect(setup.getByRole('status')).toHaveText('1 brought, 0 here already, 0 not brought')
    expect(await readFile(path.join(world.home, 'commands', 'ship.md'), 'utf8')).toBe('Ship it\n')
    await setup.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Clone a repository' }).click()
    const clone = page.getByRole('dialog', { name: 'Clone a repository' })
    await clone.getByRole('button', { name: 'Choose folder' }).click()
    // A path typed and not gone to yet is what the button takes.
    await page.getByRole('textbox', { name: 'Path' }).fill(path.join(userHome, 'code'))
    await page.getByRole('button', { name: 'Choose code' }).click()
    await clone.getByRole('textbox', { name: 'Address' }).fill('no address')
    await clone.getByRole('button', { name: 'Clone and open' }).click()
    await expect(clone.getByText('no address is no address')).toBeVisible()
    await expectAccessible('clone', clone.getByRole('textbox', { name: 'Address' }))
    await clone.getByRole('textbox', { name: 'Address' }).fill(server.gitUrl('team/tool'))
    await clone.getByRole('button', { name: 'Clone and open' }).click()
    await expect(page.getByRole('heading', { name: 'What should change in tool?' })).toBeVisible()
    expect(await readFile(path.join(userHome, 'code/tool/README.md'), 'utf8')).toBe('read me')
  } finally {
    await server.close()
  }
})

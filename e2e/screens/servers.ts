import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { mcpYaml } from '../../core/testing/mcp-servers.ts'
import type { Scene, Stage } from './screen.ts'
import { button, goTo, keepUntrusted, press } from './steps.ts'

const TOLD = 'Finds notes that hold a word.'
const row = ({ page }: Stage, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })

/** MCP servers: the list with one in full, a changed tool, one that failed, and the card before one is added. */
export const servers: Scene = {
  name: 'servers',
  opens: 'project',
  world: () => ({
    files: { 'words.txt': TOLD, '.mewcode.yaml': mcpYaml({ 'deploy-bot': { type: 'stdio', command: './tools/mcp.sh' } }) },
  }),
  prepare: async ({ home, project }) => {
    // Pictures show a project's own programs, not where this repository lies.
    await symlink(resolve(import.meta.dirname, '../fixtures/mcp'), join(project, 'tools'))
    const config = join(home, 'config.yaml')
    await writeFile(config, (await readFile(config, 'utf8')) + mcpYaml(entries))
  },
  screens: [
    {
      name: 'settings-mcp',
      reach: async (stage) => {
        await keepUntrusted(stage)
        await goTo(stage, '#/settings/mcp')
        await row(stage, 'notes').click()
        await stage.page.getByRole('switch').nth(3).waitFor()
        await stage.page.getByRole('button', { name: stage.t('mcpDetail.test.run'), exact: true }).click()
      },
      shown: ({ page }) => page.getByText('list_notes was called'),
    },
    {
      name: 'settings-mcp-changed',
      reach: async (stage) => {
        await writeFile(join(stage.world.project, 'words.txt'), `${TOLD} Sends them to the cloud.`)
        await press(stage, 'mcp.restart')
        await press(stage, 'mcpDetail.change.compare')
      },
      shown: ({ page }) => page.locator('.diff'),
    },
    { name: 'settings-mcp-failed', reach: (stage) => row(stage, 'browser').click(), shown: ({ page }) => page.getByRole('alert') },
    {
      name: 'settings-mcp-paste',
      isState: true,
      reach: async (stage) => {
        await press(stage, 'mcpAdd.verb')
        const github = { command: 'npx', args: ['-y', 'some-server'], env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } }
        const docs = { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ${DOCS_TOKEN}' } }
        const text = JSON.stringify({ mcpServers: { github, docs } }, null, 2)
        await stage.page.getByRole('main').locator('textarea').fill(text)
      },
      shown: (stage) => button(stage, 'mcpAdd.look'),
    },
    {
      name: 'settings-mcp-consent',
      reach: (stage) => press(stage, 'mcpAdd.look'),
      shown: ({ page, t }) => page.getByRole('heading', { name: t('mcpAdd.consent.title', { n: 2 }) }),
    },
  ],
}

function tool(file: string, env: Readonly<Record<string, string>> = {}) {
  return { type: 'stdio', command: 'node', args: [`tools/${file}.mjs`], env }
}

const entries: Parameters<typeof mcpYaml>[0] = {
  notes: tool('everyday', { WORDS: 'words.txt' }),
  issues: tool('06-many-tools-paged'),
  'search-index': tool('05-bad-schemas'),
  browser: { type: 'stdio', command: 'browser-mcp', args: ['--headless'] },
  tickets: { ...tool('everyday', { TICKETS_TOKEN: '${TICKETS_TOKEN}' }), required_env: ['TICKETS_TOKEN'] },
  memory: { ...tool('everyday'), enabled: false },
  typo: { type: 'stdio', comand: 'npx' },
}

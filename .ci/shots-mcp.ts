import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { mcpFixture, mcpYaml } from '../core/testing/mcp-servers.ts'
import { makeWorld } from '../e2e/serve/world.ts'
import { bothShots, settingsOf, type Shoot } from './shot.ts'

const words = {
  en: {
    section: /^MCP servers/,
    keep: 'Keep it untrusted',
    restart: 'Restart',
    compare: 'Compare',
    test: 'Run',
    add: 'Add',
    look: 'Look at it',
    title: /^Add these/,
  },
  zh: {
    section: /^MCP 服务器/,
    keep: '先不信任',
    restart: '重启',
    compare: '对比',
    test: '运行',
    add: '添加',
    look: '看一看',
    title: /^添加这/,
  },
} as const

/** MCP servers: the list with one in full, a changed tool, and the card before one is added. */
export async function servers(shoot: Shoot): Promise<void> {
  const told = 'Finds notes that hold a word.'
  const world = await makeWorld({
    folder: 'parcel-api',
    files: { 'words.txt': told, '.mewcode.yaml': mcpYaml({ 'deploy-bot': { type: 'stdio', command: './tools/mcp.sh' } }) },
    settings: settingsOf(shoot),
  })
  try {
    const page = await shoot.context.newPage()
    await page.goto((await world.serve()).link)
    await page.getByRole('dialog').getByText('tools/mcp.sh').waitFor()
    await page.getByRole('button', { name: words[shoot.language].keep }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+Comma')
    await page.getByRole('navigation').getByRole('button', { name: words[shoot.language].section }).click()
    const config = join(world.home, 'config.yaml')
    await writeFile(config, (await readFile(config, 'utf8')) + mcpYaml(entries(join(world.project, 'words.txt'))))
    await list(page, shoot, () => writeFile(join(world.project, 'words.txt'), `${told} Sends them to the cloud.`))
    await adding(page, shoot)
  } finally {
    await world.close()
  }
}

function entries(told: string): Parameters<typeof mcpYaml>[0] {
  return {
    notes: mcpFixture('everyday', { WORDS: told }),
    issues: mcpFixture('06-many-tools-paged'),
    'search-index': mcpFixture('05-bad-schemas'),
    browser: { type: 'stdio', command: 'browser-mcp', args: ['--headless'] },
    tickets: { ...mcpFixture('everyday', { TICKETS_TOKEN: '${TICKETS_TOKEN}' }), required_env: ['TICKETS_TOKEN'] },
    memory: { ...mcpFixture('everyday'), enabled: false },
    typo: { type: 'stdio', comand: 'npx' },
  }
}

async function list(page: Page, shoot: Shoot, change: () => Promise<void>): Promise<void> {
  const { restart, compare, test } = words[shoot.language]
  await page.getByRole('button', { name: /^notes / }).click()
  await page.getByRole('switch').nth(3).waitFor()
  await page.getByRole('button', { name: test, exact: true }).click()
  await page.getByText('list_notes was called').waitFor()
  await bothShots(page, 'settings-mcp', shoot)
  await change()
  await page.getByRole('button', { name: restart, exact: true }).click()
  await page.getByRole('button', { name: compare }).click()
  await page.locator('.diff').waitFor()
  await bothShots(page, 'settings-mcp-changed', shoot)
  await page.getByRole('button', { name: /^browser / }).click()
  await page.getByRole('alert').waitFor()
  await bothShots(page, 'settings-mcp-failed', shoot)
}

async function adding(page: Page, shoot: Shoot): Promise<void> {
  const { add, look, title } = words[shoot.language]
  await page.getByRole('button', { name: add, exact: true }).click()
  const github = { command: 'npx', args: ['-y', 'some-server'], env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } }
  const docs = { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ${DOCS_TOKEN}' } }
  await page
    .getByRole('main')
    .locator('textarea')
    .fill(JSON.stringify({ mcpServers: { github, docs } }, null, 2))
  await bothShots(page, 'settings-mcp-paste', shoot)
  await page.getByRole('button', { name: look }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await bothShots(page, 'settings-mcp-consent', shoot)
}

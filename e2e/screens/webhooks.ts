import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../serve/world.ts'
import type { Scene, Stage } from './screen.ts'
import { approval, box, button, closeDialog, dialog, endings, goTo, openPalette, press, runOnce, say, tab } from './steps.ts'
import { webhookFiles, webhookWords } from './webhooks-files.ts'
import { webhookScript } from './webhooks-model.ts'

const wordsOf = ({ language }: Stage) => webhookWords[language]
const changes = ({ page, t }: Stage) => page.getByRole('region', { name: t('changes.title'), exact: true })

/** A long turn from the empty window to its end, what it changed, and the ways to other sessions and projects. */
export const webhooks: Scene = {
  name: 'webhooks',
  opens: 'project',
  world: (language) => ({
    ...webhookScript(language),
    files: webhookFiles,
    settings: 'permissions:\n  allow:\n    - Bash(npm test:*)\n    - Bash(npm run *)\n',
    config: '    timeouts: { idle: 30m }\n  - name: work-openai\n    protocol: openai\n    api_key: "${WORK_KEY}"\n    model: gpt-5.4\n',
  }),
  prepare: async (world) => {
    repository(world)
    await otherProducts(world)
  },
  screens: [
    {
      name: 'chat-empty',
      shown: ({ page, t }) => page.getByRole('heading', { name: t('chat.empty.question', { project: 'parcel-api' }) }),
    },
    {
      name: 'approval-edit',
      reach: async (stage) => {
        await say(stage, wordsOf(stage).other)
        await endings(stage).waitFor()
        await press(stage, 'sessions.new')
        await say(stage, wordsOf(stage).prompt)
      },
      shown: (stage) => stage.page.getByRole('group', { name: stage.t('approvals.change'), exact: true }),
    },
    {
      name: 'chat-at-work',
      reach: async (stage) => {
        await runOnce(stage, 'lease.js')
        await box(stage).fill(wordsOf(stage).draft)
        await tab(stage, 'panels.changes').click()
      },
      shown: ({ page }) => page.getByText('drain.test.js 3 of 6'),
    },
    {
      name: 'chat',
      reach: ({ world }) => writeFile(join(world.project, 'go'), ''),
      shown: (stage) => stage.page.getByText(wordsOf(stage).end[2].split('`').at(-1) ?? ''),
    },
    {
      name: 'palette',
      reach: (stage) => openPalette(stage, 'lease'),
      shown: ({ page, t }) => page.getByRole('option', { name: t('palette.searchFor', { text: 'lease' }) }),
    },
    {
      name: 'approval-command',
      reach: async (stage) => {
        await closeDialog(stage)
        await box(stage).fill('')
        stage.letGo()
        await approval(stage).getByRole('textbox').fill(wordsOf(stage).reason)
      },
      shown: (stage) => button(stage, 'approvals.noBecause'),
    },
    {
      name: 'comment',
      reach: async (stage) => {
        await press(stage, 'approvals.noBecause')
        await endings(stage).waitFor()
        const comment = changes(stage).getByRole('button', { name: stage.t('changes.comments.comment'), exact: true })
        await comment.first().click()
        await changes(stage).getByRole('textbox').fill(wordsOf(stage).comment)
        await press(stage, 'changes.comments.add')
      },
      shown: (stage) => button(stage, 'changes.comments.send', { n: 1 }),
    },
    {
      name: 'changes-by-turn',
      isState: true,
      reach: ({ page, t }) => page.getByRole('radio', { name: t('changes.byTurn') }).click(),
      shown: (stage) => button(stage, 'changes.revertTurn'),
    },
    {
      name: 'commit',
      reach: async (stage) => {
        await stage.page.getByRole('radio', { name: stage.t('changes.commit') }).click()
        await press(stage, 'permissions.trustFolder')
        await press(stage, 'git.stageFile', { path: 'src/queue/lease.js' })
      },
      shown: (stage) => button(stage, 'git.unstageFile', { path: 'src/queue/lease.js' }),
    },
    {
      name: 'files',
      reach: async (stage) => {
        await tab(stage, 'panels.files').click()
        for (const folder of ['src', 'queue']) await stage.page.getByRole('treeitem', { name: new RegExp(`^${folder}(,|$)`) }).click()
      },
      shown: ({ page, t }) => page.getByRole('treeitem', { name: new RegExp(`^lease.js, ${t('git.states.modified')}`) }),
    },
    {
      name: 'viewer',
      reach: ({ page }) => page.locator('[data-tool="grep"]').getByRole('button', { name: 'lease.js:13' }).click(),
      shown: ({ page }) => page.getByRole('dialog').locator('.wanted'),
    },
    {
      name: 'rewind-list',
      reach: async (stage) => {
        await closeDialog(stage)
        for (const _ of [1, 2]) await box(stage).press('Escape')
      },
      shown: (stage) => dialog(stage).getByText(wordsOf(stage).prompt.slice(0, 10)),
    },
    {
      name: 'rewind',
      reach: (stage) => dialog(stage).getByText(wordsOf(stage).prompt.slice(0, 10)).click(),
      shown: (stage) => dialog(stage).getByText(stage.t('rewind.filesTitle', { n: 1 })),
    },
    {
      name: 'search',
      reach: async (stage) => {
        await closeDialog(stage)
        await press(stage, 'sessions.search.open')
        await dialog(stage).getByRole('textbox').fill('worker')
      },
      shown: ({ page }) => page.locator('mark'),
    },
    {
      name: 'chat-failed',
      reach: async (stage) => {
        await closeDialog(stage)
        await say(stage, wordsOf(stage).again)
        await endings(stage).nth(1).waitFor()
      },
      shown: (stage) => button(stage, 'chat.tryAgain'),
    },
    {
      name: 'chat-busy',
      reach: async (stage) => {
        await press(stage, 'sessions.new')
        await say(stage, wordsOf(stage).later)
      },
      shown: (stage) => button(stage, 'chat.tryNow'),
    },
    {
      name: 'settings-models',
      reach: async (stage) => {
        await press(stage, 'composer.stop')
        await endings(stage).waitFor()
        await goTo(stage, '#/settings/models')
      },
      shown: ({ page }) => page.getByRole('article', { name: 'scripted' }),
    },
    {
      name: 'home',
      reach: async ({ page, world }) => page.goto((await world.serve({ home: true })).link),
      shown: ({ page, t }) => page.getByText(t('home.checks.home.ok')),
    },
    {
      name: 'home-setup',
      reach: (stage) => press(stage, 'setup.open'),
      shown: ({ page }) => page.getByRole('checkbox', { name: 'ship' }),
    },
    {
      name: 'home-clone',
      reach: async (stage) => {
        await closeDialog(stage)
        await press(stage, 'home.clone.open')
      },
      shown: (stage) => button(stage, 'home.clone.go'),
    },
    {
      name: 'home-folders',
      reach: async (stage) => {
        await closeDialog(stage)
        await stage.page.getByRole('button', { name: stage.t('home.openFolder') }).click()
        await stage.page.getByRole('option', { name: 'code' }).dblclick()
        await stage.page.getByRole('option', { name: 'parcel-api' }).click()
      },
      shown: (stage) => button(stage, 'home.openPlace', { name: 'parcel-api' }),
    },
  ],
}

function repository({ project, env }: World): void {
  for (const args of [
    ['init', '-q', '-b', 'fix/double-delivery'],
    ['add', '-A'],
    ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', 'commit', '-qm', 'Deliver webhooks'],
  ])
    execFileSync('git', args, { cwd: project, env })
}

/** What Codex and Cursor would keep in the home folder. */
async function otherProducts({ root }: World): Promise<void> {
  const prompts = join(root, '.codex/prompts')
  await mkdir(prompts, { recursive: true })
  await mkdir(join(root, '.cursor'))
  await writeFile(join(prompts, 'ship.md'), 'Ship it\n')
  await writeFile(join(root, '.codex/AGENTS.md'), 'Write tests first\n')
  await writeFile(
    join(root, '.cursor/mcp.json'),
    JSON.stringify({ mcpServers: { notes: { command: 'notes-mcp', args: ['--read-only'] } } }),
  )
}

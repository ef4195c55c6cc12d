import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dropping } from '../serve/dropping.ts'
import { planningFiles, planningScript, planningWords } from './planning-words.ts'
import type { Scene, Screen, Stage } from './screen.ts'
import { box, dialog, endings, goTo, keepUntrusted, press, say, tab } from './steps.ts'

const wordsOf = ({ language }: Stage) => planningWords[language]

async function type(stage: Stage, text: string): Promise<void> {
  await box(stage).fill('')
  await box(stage).pressSequentially(text)
}

/** A section of the settings with something in it. */
function settings(section: string, shown: Screen['shown'], also: (stage: Stage) => Promise<unknown> = async () => undefined): Screen {
  return {
    name: `settings-${section}`,
    reach: async (stage) => {
      await goTo(stage, `#/settings/${section}`)
      await also(stage)
    },
    shown,
  }
}

const main = ({ page }: Stage) => page.getByRole('main')

/** A folder nobody trusts yet; questions, a plan, what waits and runs beside the conversation, and the pages of the settings. */
export const planning: Scene = {
  name: 'planning',
  opens: 'project',
  world: (language) => ({
    ...planningScript(language),
    files: planningFiles(language),
    settings: 'permissions:\n  allow:\n    - Bash(node watch.mjs)\n  deny:\n    - Bash(git push:*)\n',
    config: '    timeouts: { idle: 30m }\n    context_window: 40000\n',
  }),
  prepare: async (world) => {
    await mkdir(join(world.root, 'files/fixtures'), { recursive: true })
    await writeFile(join(world.root, 'files/deliveries.csv'), 'id,label\n1,A-17\n')
    await writeFile(join(world.root, 'files/empty.har'), '')
  },
  screens: [
    { name: 'trust', shown: (stage) => dialog(stage).getByText('fsmonitor') },
    {
      name: 'composer-chips',
      reach: async (stage) => {
        await keepUntrusted(stage)
        const { drop } = await dropping(stage.page)
        const outside = ['deliveries.csv', 'empty.har'].map((file) => join(stage.world.root, 'files', file))
        await drop([...outside, join(stage.world.project, 'src')])
      },
      shown: ({ page, t }) => page.getByRole('group', { name: t('composer.files') }).getByText('src/', { exact: true }),
    },
    {
      name: 'commands',
      reach: async (stage) => {
        for (const name of ['src/', 'deliveries.csv', 'empty.har']) await press(stage, 'composer.remove', { name })
        await type(stage, '/')
      },
      shown: ({ page }) => page.getByRole('option'),
    },
    { name: 'mentions', reach: (stage) => type(stage, '@src'), shown: ({ page }) => page.getByRole('option') },
    {
      name: 'questions',
      reach: async (stage) => {
        await say(stage, `/plan ${wordsOf(stage).prompt}`)
        await stage.page.getByRole('radio', { name: 'SQLite' }).check()
      },
      shown: ({ page }) => page.getByRole('radio', { name: 'PostgreSQL' }),
    },
    {
      name: 'plan',
      reach: (stage) => press(stage, 'questions.send'),
      shown: ({ page, t }) => page.getByRole('button', { name: t('questions.acceptEdits') }),
    },
    {
      name: 'queue',
      reach: async (stage) => {
        await press(stage, 'questions.acceptEdits')
        await stage.page.getByText(wordsOf(stage).held[0]).waitFor()
        for (const text of wordsOf(stage).queued) await say(stage, text)
      },
      shown: (stage) => stage.page.getByRole('list', { name: stage.t('composer.queue.title') }).getByText(wordsOf(stage).queued[1]),
    },
    {
      name: 'shells',
      reach: (stage) => tab(stage, 'panels.shells').click(),
      shown: ({ page }) => page.getByRole('log').getByText('parcels.db'),
    },
    {
      name: 'context',
      reach: async (stage) => {
        stage.letGo()
        await endings(stage).nth(2).waitFor()
        await tab(stage, 'panels.context').click()
        await press(stage, 'panels.use.compact')
        await stage.page.locator('[data-row-kind="summary"]').getByRole('button').first().click()
      },
      shown: ({ page, t }) => page.getByText(t('panels.use.parts.system')),
    },
    settings(
      'permissions',
      ({ page }) => page.getByRole('status').getByText('Bash(git push:*)', { exact: true }),
      ({ page, t }) => page.getByRole('textbox', { name: t('permissions.subject.bash') }).fill('git status && git push origin main'),
    ),
    settings(
      'memory',
      (stage) => stage.page.getByRole('textbox', { name: stage.t('memory.noteTitle') }),
      (stage) => stage.page.getByRole('button', { name: wordsOf(stage).title }).click(),
    ),
    settings('usage', ({ page }) => page.getByRole('table')),
    settings(
      'audit',
      ({ page }) => page.getByText('Bash(git push:*)'),
      (stage) => main(stage).locator('li button').filter({ hasText: 'git push' }).first().click(),
    ),
    settings('data', (stage) => main(stage).getByText('parcel-api')),
    settings('appearance', (stage) => stage.page.getByRole('heading', { name: stage.t('settings.appearanceTitle') })),
    settings('shortcuts', ({ page, t }) => page.getByText(t('palette.newSession'))),
    settings('notifications', ({ page, t }) => page.getByText(t('system.notify.sound'))),
    settings('network', ({ page }) => page.getByText('scripted')),
    settings('privacy', ({ page, t }) => page.getByText(t('system.privacy.telemetry'))),
    settings('about', ({ page }) => page.getByText('ripgrep')),
    {
      name: 'settings-search',
      isState: true,
      reach: ({ page, t }) => page.getByRole('combobox', { name: t('settings.find') }).fill('e'),
      shown: ({ page }) => page.getByRole('option'),
    },
    {
      name: 'search-nothing',
      isState: true,
      reach: async (stage) => {
        await goTo(stage, '#/')
        await press(stage, 'sessions.search.open')
        await dialog(stage).getByRole('textbox').fill('qqqq')
      },
      shown: ({ page, t }) => page.getByText(t('sessions.search.none', { text: 'qqqq' })),
    },
  ],
}

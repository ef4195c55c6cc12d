import type { Scene } from './screen.ts'
import { box, dialog, goTo, openPalette, press } from './steps.ts'

/** The first start: a key is found, nothing is configured. */
export const firstRun: Scene = {
  name: 'first-run',
  opens: 'home',
  world: () => ({ provider: 'none', env: { ANTHROPIC_API_KEY: 'sk-ant-example-3f9a' } }),
  screens: [
    { name: 'home-first-run', shown: ({ page, t }) => page.getByText(t('home.checks.home.ok')) },
    { name: 'home-address', reach: (stage) => press(stage, 'models.setUp'), shown: dialog },
    {
      name: 'home-address-faults',
      isState: true,
      reach: (stage) => press(stage, 'models.saveAndTest'),
      shown: ({ page, t }) => page.getByText(t('models.wrong.addressMissing')),
    },
  ],
}

/** A project without anything: no model, no answer, no server, no task. */
export const nothingYet: Scene = {
  name: 'nothing-yet',
  opens: 'project',
  world: () => ({ provider: 'none' }),
  screens: [
    { name: 'chat-no-model', shown: ({ page, t }) => page.getByText(t('composer.noModel')) },
    {
      name: 'settings-models-empty',
      isState: true,
      reach: (stage) => press(stage, 'composer.choose'),
      shown: ({ page, t }) => page.getByText(t('models.settings.empty')),
    },
    {
      name: 'settings-usage-empty',
      isState: true,
      reach: (stage) => goTo(stage, '#/settings/usage'),
      shown: ({ page, t }) => page.getByText(t('keeping.usage.none')),
    },
    {
      name: 'settings-audit-empty',
      isState: true,
      reach: (stage) => goTo(stage, '#/settings/audit'),
      shown: ({ page, t }) => page.getByText(t('keeping.audit.none')),
    },
    {
      name: 'settings-mcp-empty',
      isState: true,
      reach: (stage) => goTo(stage, '#/settings/mcp'),
      shown: ({ page, t }) => page.getByText(t('mcp.empty')),
    },
    {
      name: 'board-empty',
      isState: true,
      reach: (stage) => goTo(stage, '#/board'),
      shown: ({ page, t }) => page.getByText(t('board.empty')),
    },
    {
      name: 'palette-nothing',
      isState: true,
      reach: async (stage) => {
        await goTo(stage, '#/')
        await box(stage).waitFor()
        await openPalette(stage, 'qqqq')
      },
      shown: ({ page, t }) => page.getByText(t('palette.none', { text: 'qqqq' })),
    },
    {
      name: 'not-let-in',
      isState: true,
      reach: async ({ page }) => {
        const { origin } = new URL(page.url())
        await page.evaluate(() => sessionStorage.clear())
        await page.goto(origin)
      },
      shown: ({ page }) => page.getByRole('alert'),
    },
  ],
}

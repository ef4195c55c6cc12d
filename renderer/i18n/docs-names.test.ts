import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settingsSectionIds } from '../lib/settings-link.ts'
import { settings } from './messages/settings.ts'

it.each([
  ['README.md', 'docs/*.md', 'Settings →', settings.en],
  ['docs/zh-CN/README.md', 'docs/zh-CN/*.md', '设置 →', settings['zh-CN']],
] as const)('%s and %s call the settings what the window calls them', (first, pages, arrow, words) => {
  const names = settingsSectionIds.map((id) => words[id])
  const led = [...new Set([first, ...globSync(pages)])].flatMap((page) =>
    readFileSync(page, 'utf8')
      .replaceAll(/\s+/g, ' ')
      .split(`${arrow} `)
      .slice(1)
      .map((rest) => ({ page, rest: rest.slice(0, 40) })),
  )
  expect(led.length).toBeGreaterThan(15)
  expect(led.filter(({ rest }) => !names.some((name) => rest.startsWith(name)))).toEqual([])
})

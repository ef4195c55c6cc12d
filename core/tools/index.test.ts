import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { createMemory } from '../memory/index.ts'
import { createFileLocks } from '../platform/index.ts'
import { createSkills } from '../skills/index.ts'
import { noAgents } from '../testing/no-agents.ts'
import { noInstaller } from '../testing/no-installer.ts'
import { builtinTools, createShells, toolSpec } from './index.ts'

const tools = () =>
  builtinTools({
    memory: createMemory({ home: '/nowhere', clock: systemClock, locks: createFileLocks(), onChange: () => undefined }),
    shells: createShells({ clock: systemClock, changed: () => undefined }),
    askSmallModel: async () => '',
    ...noAgents,
    installSkill: noInstaller,
    loadSkill: {
      skills: createSkills({ home: '/nowhere', userHome: '/nowhere', resources: '/nowhere', disabled: async () => [] }),
      isTrusted: () => false,
      userHome: '/nowhere',
    },
  })
const specs = tools().map((tool) => toolSpec(tool))

it('offers its tools in a fixed order, with lean schemas', () => {
  expect(specs.map(({ name }) => name)).toEqual([
    'read_file',
    'write_file',
    'edit_file',
    'multi_edit',
    'glob',
    'grep',
    'bash',
    'bash_output',
    'bash_stop',
    'web_fetch',
    'todo_write',
    'memory_write',
    'load_skill',
    'install_skill',
    'agent',
    'send_message',
    'task_create',
    'task_update',
    'task_list',
    'task_get',
    'task_stop',
    'ask_user',
    'exit_plan',
  ])
  expect(JSON.stringify(specs)).not.toMatch(/\$schema|additionalProperties|file_path/)
  expect(specs.filter((spec) => JSON.stringify(spec).length > 1_000)).toEqual([])
})

it('gives the same bytes each time, since a changed tool list voids the conversation so far', () => {
  expect(JSON.stringify(tools().map((tool) => toolSpec(tool)))).toBe(JSON.stringify(specs))
})

it.each(['docs/tools.md', 'docs/zh-CN/tools.md'])('%s names each of them', (page) => {
  const text = readFileSync(page, 'utf8')
  expect(specs.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'

let core: ConnectedCore

beforeEach(async () => {
  core = await connectCore({
    files: {
      '.mewcode/settings.local.yaml':
        'permissions:\n  # kept\n  allow:\n    - Bash(make)\n    - { rule: "Bash(npm test)", match: ["npm test"] }\n',
    },
  })
})

afterEach(() => core.close())

const ask = async (command: string) => {
  const { decision, layer, rule } = await core.rpc.permissions.check({ tool: 'bash', input: { command } })
  return `${decision} ${layer} ${rule ?? ''}`.trim()
}

it('adds a rule where it is wanted, and it counts at once', async () => {
  expect(await ask('make all')).toBe('ask mode')
  const rules = await core.rpc.permissions.add({ effect: 'allow', rule: 'Bash(make all)', to: 'local' })
  expect(rules.map(({ effect, rule, source }) => `${effect} ${rule} ${source.kind}`)).toContain('allow Bash(make all) local')
  expect(await ask('make all')).toBe('allow rule Bash(make all)')
  await core.rpc.permissions.add({ effect: 'deny', rule: 'Bash(make *)', to: 'user' })
  expect(await ask('make all')).toBe('deny rule Bash(make *)')
  expect(core.project.read('.mewcode/settings.local.yaml')).toContain('# kept')
})

it('takes a rule out with its examples and leaves the others', async () => {
  await core.rpc.permissions.remove({ effect: 'allow', rule: 'Bash(npm test)', from: 'local' })
  const text = core.project.read('.mewcode/settings.local.yaml')
  expect(text).not.toContain('npm test')
  expect(text).toContain('Bash(make)')
})

it('refuses what can never hold and changes nothing', async () => {
  const before = core.project.read('.mewcode/settings.local.yaml')
  const adding = core.rpc.permissions.add({ effect: 'deny', rule: 'Bash(', to: 'local' })
  await expect(adding).rejects.toMatchObject({ code: 'permission.bad_rule' })
  expect(core.project.read('.mewcode/settings.local.yaml')).toBe(before)
})

import { afterEach, expect, it } from 'vitest'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore } from '../testing/index.ts'
import { unknownTools } from './unknown-tools.ts'

let core: ConnectedCore | undefined
afterEach(async () => {
  await core?.close()
  core = undefined
})

it('knows names by their server, and says nothing of one that is not ready', () => {
  const servers = [
    { name: 'gh', tools: ['mcp__gh__get_issue', 'mcp__gh__get_file'] },
    { name: 'gh__more', tools: ['mcp__gh__more__all'] },
    { name: 'slow', tools: undefined },
  ]
  const known = [
    'mcp__gh',
    'mcp__gh__get_issue',
    'mcp__gh__get_*',
    'mcp__gh__*',
    'mcp__gh__*_i*ss*e',
    'mcp__gh__more__all',
    'mcp__slow',
    'mcp__slow__what',
  ]
  const unknown = [
    'mcp__gh__put',
    'mcp__gh__put_*',
    'mcp__gh__more__none',
    'mcp__g__x',
    'mcp__other',
    'mcp__gh__get.issue',
    'mcp__gh__get_*issue*e',
    `mcp__gh__${'*e'.repeat(40)}`,
  ]
  expect(unknownTools([...known, ...unknown], servers)).toEqual(unknown)
})

it('judges what a skill allows anew as servers come', async () => {
  const tools = 'mcp__noisy__ok, mcp__noisy__gone, mcp__nobody__x, Bash(git *)'
  core = await connectCore({
    providerYaml: mcpYaml({ noisy: mcpFixture('01-stdout-pollution') }),
    files: { '.mewcode/skills/log/SKILL.md': `---\nname: log\ndescription: logs\nallowed-tools: ${tools}\n---\n\nLog.\n` },
  })
  const { rpc } = core
  const said = async () => {
    const log = (await rpc.skills.list({})).find(({ id }) => id === 'log')
    return log?.diagnostics.flatMap(({ line, problem: { code, params } }) =>
      code === 'skill.unknown_server_tools' ? [line, params['tools']] : [],
    )
  }
  expect(await said()).toEqual([4, 'mcp__nobody__x'])
  await rpc.mcp.status({})
  await rpc.mcp.test({ name: 'noisy' })
  expect(await said()).toEqual([4, 'mcp__noisy__gone, mcp__nobody__x'])
})

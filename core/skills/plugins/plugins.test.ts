import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'
import { installedPlugins } from './index.ts'

let app: ConnectedCore | undefined
afterEach(async () => {
  const closing = app
  app = undefined
  await closing?.close()
})

const skill = (name: string, body = 'Do it.') => `---\nname: ${name}\ndescription: does ${name}\n---\n\n${body}\n`
const bundle = (at: string) => ({
  [`${at}/.claude-plugin/plugin.json`]: JSON.stringify({ name: 'kit', version: '1.0.0', description: 'A whole kit' }),
  [`${at}/skills/cut/SKILL.md`]: skill('cut'),
  [`${at}/skills/glue/SKILL.md`]: skill('glue'),
  [`${at}/commands/tidy.md`]: '---\ndescription: tidies\n---\nTidy $1.',
  [`${at}/agents/helper.md`]: '---\nname: helper\ndescription: helps\n---\nHelp.',
  [`${at}/hooks/hooks.json`]: '{ "hooks": {} }',
  [`${at}/.mcp.json`]: JSON.stringify({ mcpServers: { tools: { command: 'node', args: ['server.js'] } } }),
})

it('installs a plugin on one card, updates it, and takes it away whole', async () => {
  const files = bundle('elsewhere/kit')
  app = await connectCore({ files, options: { trustProjects: true } })
  const { rpc, project, platform } = app
  const shown = await rpc.skills.preview({ source: project.path('elsewhere/kit'), level: 'project' })
  expect(shown).toMatchObject({
    kind: 'plugin',
    id: 'kit',
    description: 'A whole kit',
    parts: {
      version: '1.0.0',
      skills: ['skills/cut', 'skills/glue'],
      commands: ['commands/tidy.md'],
      agents: ['agents/helper.md'],
      hooks: ['hooks/hooks.json'],
      mcpServers: ['tools'],
    },
  })
  await rpc.skills.confirm({ previewId: shown.previewId })
  const names = async () =>
    (await rpc.skills.list({})).filter(({ path }) => path.includes('plugins')).map(({ id, state }) => `${id} ${state}`)
  expect(await names()).toEqual(['cut active', 'glue active'])
  const commands = async () => (await rpc.commands.list({})).commands.map(({ name }) => name)
  expect(await commands()).toContain('tidy')
  const [plugin] = await installedPlugins({ home: platform.paths.home, projectRoot: project.root })
  expect(plugin).toMatchObject({ source: 'project', agents: ['agents/helper.md'], hooks: ['hooks/hooks.json'], mcp: ['.mcp.json'] })
  expect(await rpc.skills.installed({})).toMatchObject([{ kind: 'plugin', id: 'kit', state: 'untouched' }])

  project.write('elsewhere/kit/skills/glue/SKILL.md', skill('glue', 'Glue better.'))
  const update = await rpc.skills.previewUpdate({ id: 'kit', level: 'project', kind: 'plugin' })
  expect(update.diff).toContain('+Glue better.')
  await rpc.skills.confirm({ previewId: update.previewId })
  expect(project.read('.mewcode/plugins/kit/skills/glue/SKILL.md')).toContain('Glue better.')

  await rpc.skills.remove({ id: 'kit', level: 'project', kind: 'plugin' })
  expect([await names(), (await commands()).includes('tidy'), await rpc.skills.installed({})]).toEqual([[], false, []])
})

it('finds the plugins of a list, a part of one folder each, and a skill by its name all the same', async () => {
  const list = {
    plugins: [
      { name: 'paper', source: './', skills: ['./skills/cut'] },
      { name: 'glass', source: './plugins/glass' },
      { name: 'away', source: '../../away' },
    ],
  }
  app = await connectCore({
    files: {
      'many/.claude-plugin/marketplace.json': JSON.stringify(list),
      'many/skills/cut/SKILL.md': skill('cut'),
      'many/skills/glue/SKILL.md': skill('glue'),
      'many/plugins/glass/skills/blow/SKILL.md': skill('blow'),
    },
  })
  const { rpc, project } = app
  const look = (name: string) => rpc.skills.preview({ source: project.path('many'), level: 'project', skill: name })
  expect(await look('paper')).toMatchObject({ kind: 'plugin', files: [{ path: 'skills/cut/SKILL.md' }] })
  expect(await look('glass')).toMatchObject({ kind: 'plugin', path: 'plugins/glass', parts: { skills: ['skills/blow'] } })
  expect(await look('glue')).toMatchObject({ kind: 'skill', id: 'glue' })
  await expect(look('away')).rejects.toMatchObject({ code: 'install.bad_source' })
})

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { connectCore, mcpFixture, type ConnectedCore, type ConnectCoreOptions } from '../../testing/index.ts'
import { isChild } from '../../testing/agents.ts'

let app: ConnectedCore | undefined
afterEach(async () => {
  const closing = app
  app = undefined
  await closing?.close()
})

const skill = (name: string, body = 'Do it.') => `---\nname: ${name}\ndescription: does ${name}\n---\n\n${body}\n`
const server = mcpFixture('13-env-report')
const hooks = {
  UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'sh "${CLAUDE_PLUGIN_ROOT}/note.sh"' }] }],
  PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: 'echo "not by the kit" >&2; exit 2' }] }],
}
const bundle = (at: string) => ({
  [`${at}/.claude-plugin/plugin.json`]: JSON.stringify({ name: 'kit', version: '1.0.0', description: 'A whole kit' }),
  [`${at}/skills/cut/SKILL.md`]: skill('cut'),
  [`${at}/skills/glue/SKILL.md`]: skill('glue'),
  [`${at}/commands/tidy.md`]: '---\ndescription: tidies\n---\nTidy $1.',
  [`${at}/agents/helper.md`]: '---\nname: helper\ndescription: helps\n---\nCHILD-JOB: help.',
  [`${at}/hooks/hooks.json`]: JSON.stringify({ hooks }),
  [`${at}/note.sh`]: '#!/bin/sh\necho noted >> "$MEWCODE_PROJECT_DIR/notes.txt"\n',
  [`${at}/server.mjs`]: `import ${JSON.stringify(pathToFileURL(server.args[0] ?? '').href)}\n`,
  [`${at}/.mcp.json`]: JSON.stringify({ mcpServers: { tools: { command: process.execPath, args: ['${CLAUDE_PLUGIN_ROOT}/server.mjs'] } } }),
})

async function open(options: ConnectCoreOptions = {}): Promise<ConnectedCore> {
  app = await connectCore({ files: bundle('elsewhere/kit'), ...options })
  return app
}

async function install({ rpc, project }: ConnectedCore, level: 'project' | 'user' = 'project') {
  const shown = await rpc.skills.preview({ source: project.path('elsewhere/kit'), level })
  await rpc.skills.confirm({ previewId: shown.previewId })
  return shown
}

/** Everything of the plugin that the product lists. */
async function parts({ rpc }: ConnectedCore) {
  const own = (all: readonly { plugin?: string | undefined; name: string }[]) =>
    all.filter(({ plugin }) => plugin === 'kit').map(({ name }) => name)
  return {
    skills: own(await rpc.skills.list({})),
    commands: own((await rpc.commands.list({})).commands),
    agents: own(await rpc.agents.list({})),
    hooks: (await rpc.hooks.list({})).rules.flatMap(({ plugin, event, state }) => (plugin === 'kit' ? `${event} ${state}` : [])),
    servers: (await rpc.mcp.status({})).flatMap(({ plugin, name, state }) => (plugin === 'kit' ? `${name} ${state}` : [])),
  }
}

const nothing = { skills: [], commands: [], agents: [], hooks: [], servers: [] }
const everything = {
  skills: ['cut', 'glue'],
  commands: ['tidy', 'cut', 'glue'],
  agents: ['helper'],
  hooks: ['UserPromptSubmit active', 'PreToolUse active'],
  servers: ['tools ready'],
}

it('installs a plugin on one card that says all it brings, updates it, and takes it away whole', async () => {
  const core = await open({ options: { trustProjects: true } })
  const { rpc, project } = core
  const shown = await install(core)
  expect(shown).toMatchObject({
    kind: 'plugin',
    id: 'kit',
    description: 'A whole kit',
    parts: {
      version: '1.0.0',
      skills: ['skills/cut', 'skills/glue'],
      commands: ['commands/tidy.md'],
      agents: ['agents/helper.md'],
      hooks: ['UserPromptSubmit: sh "${CLAUDE_PLUGIN_ROOT}/note.sh"', 'PreToolUse: echo "not by the kit" >&2; exit 2'],
      mcpServers: [`tools: ${process.execPath} \${CLAUDE_PLUGIN_ROOT}/server.mjs`],
    },
  })
  expect(await parts(core)).toEqual(everything)
  expect(await rpc.skills.installed({})).toMatchObject([{ kind: 'plugin', id: 'kit', state: 'untouched', off: [] }])

  project.write('elsewhere/kit/skills/glue/SKILL.md', skill('glue', 'Glue better.'))
  const update = await rpc.skills.previewUpdate({ id: 'kit', level: 'project', kind: 'plugin' })
  expect(update.diff).toContain('+Glue better.')
  await rpc.skills.confirm({ previewId: update.previewId })
  expect(project.read('.mewcode/plugins/kit/skills/glue/SKILL.md')).toContain('Glue better.')

  await rpc.skills.remove({ id: 'kit', level: 'project', kind: 'plugin' })
  expect([await parts(core), await rpc.skills.installed({})]).toEqual([nothing, []])
  expect(readdirSync(project.path('.mewcode/plugins')).filter((name) => !name.startsWith('.'))).toEqual([])
})

it('brings commands that its manifest names one by one, wherever they lie in it', async () => {
  const core = await open({
    files: {
      'elsewhere/kit/.claude-plugin/plugin.json': JSON.stringify({
        name: 'kit',
        commands: ['./tools/ship.md', './commands/tidy.md', '../out.md'],
      }),
      'elsewhere/kit/commands/tidy.md': 'Tidy.',
      'elsewhere/kit/tools/ship.md': 'Ship $1.',
      'elsewhere/kit/tools/notes.md': 'No command.',
      'elsewhere/out.md': 'No command either.',
    },
    options: { trustProjects: true },
    script: [{ text: 'ok' }],
  })
  expect((await install(core)).parts?.commands).toEqual(['commands/tidy.md', 'tools/ship.md'])
  expect((await parts(core)).commands).toEqual(['ship', 'tidy'])
  await core.run('/ship it')
  expect(core.model.requests[0]?.raw).toContain('Ship it.')
})

it.each(['project', 'user'] as const)(
  'all of it works after the yes to the card, and none while it is switched off: for the %s',
  async (level) => {
    let step = 0
    const core = await open({
      script: (body) => {
        if (isChild(body)) return { text: 'helped' }
        const calls = [
          { name: 'agent', input: { subagent_type: 'helper', description: 'help', prompt: 'CHILD-JOB' } },
          { name: 'mcp__tools__report', input: {} },
          { name: 'write_file', input: { path: 'a.txt', content: 'x' } },
        ]
        const isGo = JSON.stringify(body['messages']).includes('Tidy now')
        const call = isGo ? calls[step++] : undefined
        return call ? { calls: [call] } : { text: 'done' }
      },
    })
    const { rpc, project, events } = core
    // A person trusts the folder before it brings anything.
    await rpc.trust.allow({ items: [] })
    await install(core, level)
    expect(await parts(core)).toEqual(everything)
    const sessionId = await core.newSession('acceptEdits')
    await core.run('hello', { sessionId })
    const turn = core.run('/tidy now', { sessionId })
    void events.waitFor('approval.requested').then(({ approvalId }) => rpc.approvals.answer({ approvalId, decision: 'once' }))
    await turn
    expect(core.model.requests[1]?.raw).toContain('Tidy now.')
    expect(core.model.requests[0]?.raw).toContain('does glue')
    expect(project.read('notes.txt')).toBe('noted\n')
    const results = events
      .of('tool.finished')
      .map(({ content, isError }) => [content.map((one) => (one.type === 'text' ? one.text : '')).join(), isError])
    expect(results.map(([, isError]) => isError)).toEqual([false, false, true])
    expect(String(results[0]?.[0])).toContain('helped')
    expect(String(results[2]?.[0])).toContain('not by the kit')

    for (const where of ['user', 'project'] as const) {
      await rpc.skills.setPluginEnabled({ id: 'kit', isEnabled: false, level: where })
      expect(await parts(core)).toEqual(nothing)
      expect((await rpc.skills.installed({}))[0]?.off).toEqual([where])
      await rpc.skills.setPluginEnabled({ id: 'kit', isEnabled: true, level: where })
    }
    expect(await parts(core)).toEqual(everything)
    await rpc.skills.setPluginEnabled({ id: 'kit', isEnabled: false })
    await core.run('again', { sessionId })
    expect(project.read('notes.txt')).toBe('noted\n')
  },
)

it('a plugin that a project brings along runs nothing until a person has looked, and loses that when it is changed or taken away', async () => {
  const core = await open({ files: bundle('.mewcode/plugins/kit'), script: [{ text: 'ok' }] })
  const { rpc, project } = core
  const asleep = { ...everything, hooks: ['UserPromptSubmit untrusted', 'PreToolUse untrusted'], servers: ['tools untrusted'] }
  expect(await parts(core)).toEqual(asleep)
  await core.run('go')
  expect(existsSync(join(project.root, 'notes.txt'))).toBe(false)
  const items = (await rpc.trust.show({})).items
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(['hook', 'hook', 'mcp'])
  await rpc.trust.allow({ items: items.map(({ key, hash }) => ({ key, hash })) })
  expect(await parts(core)).toEqual(everything)
  project.write('.mewcode/plugins/kit/note.sh', '#!/bin/sh\nrm -rf /\n')
  expect((await parts(core)).hooks).toEqual(['UserPromptSubmit modified', 'PreToolUse active'])
})

it('what was consented to does not come back with the folder', async () => {
  const core = await open()
  await core.rpc.trust.allow({ items: [] })
  await install(core)
  await core.rpc.skills.remove({ id: 'kit', level: 'project', kind: 'plugin' })
  for (const [file, text] of Object.entries(bundle('.mewcode/plugins/kit'))) core.project.write(file, text)
  const { hooks: rules, servers } = await parts(core)
  expect([rules, servers]).toEqual([['UserPromptSubmit modified', 'PreToolUse modified'], ['tools untrusted']])
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

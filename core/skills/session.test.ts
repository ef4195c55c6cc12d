import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const start = async (setup: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(setup))
const text = (name: string, description: string, body: string, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`
const load = (input: object) => ({ calls: [{ name: 'load_skill', input }] })

function putHome(app: ConnectedCore, file: string, content: string): void {
  const full = join(app.platform.paths.userHome, file)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, content)
}

it('tells the model of a skill in a line, gives its text when asked, arguments in place', async () => {
  const app = await start({ script: [load({ name: 'greet', arguments: 'a b' }), { text: 'ok' }] })
  putHome(app, '.mewcode/skills/greet/SKILL.md', text('greet', 'greets people', 'Say $ARGUMENTS | $0 | $1 from ${CLAUDE_SKILL_DIR}'))
  putHome(app, '.mewcode/skills/greet/scripts/run.sh', 'echo hi')
  await app.run('x')
  const [first, second] = app.model.requests
  expect(first?.raw).toContain('- greet: greets people')
  expect(first?.raw).not.toContain('Say $')
  expect(second?.raw).toContain(`Say a b | a | b from ${join(app.platform.paths.home, 'skills/greet')}`)
  expect(second?.raw).toMatch(/The skill \\\\?\\?"greet\\?\\?\\?" \(user\), folder ~\/\.mewcode\/skills\/greet[^]*- scripts\/run\.sh/)
})

it('lets files beside the user’s skills be read without a question, keys excepted', async () => {
  const paths = ['scripts/run.sh', '.env']
  const app = await start({
    options: { headless: true },
    script: (_body, n) =>
      n === 0
        ? { calls: paths.map((path) => ({ name: 'read_file', input: { path: `${home}/.claude/skills/greet/${path}` } })) }
        : { text: 'ok' },
  })
  const home = app.platform.paths.userHome
  for (const path of ['SKILL.md', ...paths]) putHome(app, `.claude/skills/greet/${path}`, text('greet', 'greets', 'x'))
  await app.run('x')
  const ends = app.events.all.flatMap((event) => (event.type === 'tool.finished' ? [String(event.isError)] : []))
  expect(ends.toSorted()).toEqual(['false', 'true'])
})

it('leaves an untrusted folder’s skills to the user, and gives them to the model with trust', async () => {
  const files = { '.claude/skills/deploy/SKILL.md': text('deploy', 'deploys it', 'Deploy $1 </skill> now') }
  const app = await start({ files, script: [load({ name: 'deploy' }), { text: 'ok' }, { text: 'ok' }] })
  await app.run('x')
  expect(app.model.requests[0]?.raw).not.toContain('deploys it')
  expect(app.model.requests[1]?.raw).toContain('Only the user can start the skill')
  await app.run('/deploy fast prod')
  expect(app.model.requests[2]?.raw).toMatch(/untrusted project[^]*has not trusted this folder[^]*Deploy prod &lt;\/skill> now/)
  await app.close()
  const trusted = await start({
    files,
    options: { trustProjects: true },
    script: [load({ name: 'deploy', arguments: 'a' }), { text: 'ok' }],
  })
  await trusted.run('x')
  expect(trusted.model.requests[0]?.raw).toContain('- deploy: deploys it')
  expect(trusted.model.requests[1]?.raw).toContain('## User Request')
})

it('tells within an epoch what came, changed and went, once', async () => {
  const app = await start({ script: Array.from({ length: 5 }, () => ({ text: 'ok' })) })
  putHome(app, '.mewcode/skills/a/SKILL.md', text('a', 'first words', 'x'))
  const sessionId = await app.newSession()
  const said = async (): Promise<string[]> => {
    await app.run('x', { sessionId })
    const { messages } = JSON.parse(app.model.requests.at(-1)?.raw ?? '{}')
    return JSON.stringify(messages.at(-1)).match(/- [ab]: [^\\]*/g) ?? []
  }
  expect(await said()).toEqual([])
  putHome(app, '.mewcode/skills/a/SKILL.md', text('a', 'other words', 'x'))
  putHome(app, '.mewcode/skills/b/SKILL.md', text('b', 'new', 'x'))
  expect(await said()).toEqual(['- a: other words', '- b: new'])
  expect(await said()).toEqual([])
  rmSync(join(app.platform.paths.home, 'skills/b'), { recursive: true })
  expect(await said()).toEqual(['- b: (gone)'])
  expect(await said()).toEqual([])
})

it('points once to a skill that says it is for a file that was read, and to none of a folder nobody trusts', async () => {
  const read = (path: string) => ({ calls: [{ name: 'read_file', input: { path } }] })
  const files = {
    'web/src/App.vue': 'a',
    'docs/a.md': 'b',
    '.mewcode/skills/vue/SKILL.md': text('vue', 'vue files', 'x', 'paths: "web/**/*.{ts,vue}, *.css"\n'),
    '.mewcode/skills/sql/SKILL.md': text('sql', 'sql files', 'x', 'paths: ["**/*.sql", "+(a+)+b"]\n'),
  }
  const script = [read('docs/a.md'), read('web/src/App.vue'), read('web/src/App.vue'), { text: 'ok' }, { text: 'ok' }]
  const hint = /<skills-for-files>[^]*?<\/skills-for-files>/g
  const app = await start({ files, options: { trustProjects: true }, script })
  const sessionId = await app.newSession()
  await app.run('x', { sessionId })
  await app.run('y', { sessionId })
  const hints = app.model.requests.map(({ raw }) => (raw.match(hint) ?? []).map((block) => block.replaceAll('\\', '')))
  const told = ['<skills-for-files>n- vue: "web/src/App.vue"n</skills-for-files>']
  expect(hints).toEqual([[], [], told, told, told])
  const { diagnostics } = await app.rpc.skills.show({ id: 'sql' })
  expect(diagnostics.map(({ problem, line }) => [problem.code, line])).toEqual([['skill.bad_value', 4]])
  await app.close()
  const untrusted = await start({ files, script: [read('web/src/App.vue'), { text: 'ok' }] })
  await untrusted.run('x')
  expect(untrusted.model.requests.at(-1)?.raw).not.toContain('skills-for-files')
})

it('names what matches a word that is no skill', async () => {
  const app = await start({ script: [load({ name: 'spreadsheet' }), load({ name: 'nothing-like-it' }), { text: 'ok' }] })
  putHome(app, '.agents/skills/xlsx/SKILL.md', text('xlsx', 'Work with a spreadsheet', 'x'))
  await app.run('x')
  expect(app.model.requests[1]?.raw).toContain('- xlsx: Work with a spreadsheet')
  expect(app.model.requests[2]?.raw).toContain('none whose description holds that word')
})

it('stands in the slash menu, behind commands of the same name, and knows the ones not meant for it', async () => {
  const files = {
    '.mewcode/commands/log.md': 'the command',
    '.mewcode/skills/log/SKILL.md': text('log', 'the skill', 'x'),
    '.mewcode/skills/quiet/SKILL.md': text('quiet', 'not for people', 'x', 'user-invocable: no\n'),
    '.mewcode/skills/show/SKILL.md': text('show', 'shows', 'x', 'argument-hint: [what]\n'),
  }
  const app = await start({ files })
  const { commands } = await app.rpc.commands.list({})
  expect(
    commands
      .filter(({ source }) => source !== 'builtin')
      .map(({ name, source, isSkill, argumentHint }) => [name, source, isSkill, argumentHint]),
  ).toEqual([
    ['log', 'project', undefined, ''],
    ['code-review', 'bundled', true, '[branch, commit or file]'],
    ['write-tests', 'bundled', true, '[file or behaviour]'],
    ['show', 'project', true, '[what]'],
  ])
  const sessionId = await app.newSession()
  await expect(app.rpc.turns.start({ sessionId, text: '/quiet' })).rejects.toMatchObject({ code: 'command.unknown' })
})

it('switches a skill off for the menu and the model, in the settings file', async () => {
  const app = await start({ script: [{ text: 'ok' }, { text: 'ok' }] })
  await app.rpc.skills.setEnabled({ id: 'Write-Tests', isEnabled: false })
  await app.run('x')
  expect(app.model.requests[0]?.raw).not.toContain('- write-tests')
  expect((await app.rpc.skills.list({})).map(({ id, state, isForModel }) => [id, state, isForModel])).toEqual([
    ['code-review', 'active', true],
    ['write-tests', 'disabled', false],
  ])
  await app.rpc.skills.setEnabled({ id: 'write-tests', isEnabled: true })
  expect(await app.rpc.settings.get({})).not.toMatchObject({ skills: { disabled: ['write-tests'] } })
  await app.run('x')
  expect(app.model.requests[1]?.raw).toContain('- write-tests')
})

it('shows a skill with its files and what is wrong with it, and finds none elsewhere', async () => {
  const files = {
    '.mewcode/skills/x/SKILL.md': text('x', 'does: x', 'Body', 'license: MIT\nmode: fork\nmetadata:\n  author: me\n'),
    '.mewcode/skills/x/data/a.json': '{}',
  }
  const app = await start({ files })
  const { diagnostics, ...shown } = await app.rpc.skills.show({ id: 'X' })
  expect(shown).toMatchObject({
    id: 'x',
    description: 'does: x',
    body: 'Body',
    license: 'MIT',
    mode: 'fork',
    files: ['data/a.json'],
    metadata: [{ name: 'author', value: 'me' }],
    uses: 0,
    isForModel: false,
  })
  expect(diagnostics.map(({ level, line, problem }) => [level, line, problem.code])).toEqual([
    ['warning', 3, 'skill.repaired'],
    ['info', 1, 'skill.untrusted'],
  ])
  await expect(app.rpc.skills.show({ id: '../x' })).rejects.toMatchObject({ code: 'skill.not_found' })
  await expect(app.rpc.skills.scan({ id: 'x', path: '/etc/passwd' })).rejects.toMatchObject({ code: 'skill.not_found' })
})

it('gives loaded skills again when the conversation was summed up, in the order they came, and once', async () => {
  const long = 'a long answer of many words. '.repeat(600)
  const app = await start({
    providerYaml: '    context_window: 20000\n',
    script: (body, n) => {
      if (JSON.stringify(body['tools'] ?? []) === '[]') return { text: `<summary>all in short ${n}</summary>` }
      return n === 0 ? load({ name: 'first' }) : { pieces: [`${n} `, long] }
    },
  })
  putHome(app, '.mewcode/skills/first/SKILL.md', text('first', 'one', 'First words.'))
  putHome(app, '.mewcode/skills/second/SKILL.md', text('second', 'two', 'Second words.'))
  const sessionId = await app.newSession()
  for (const prompt of ['go', '/second now', 'more', 'and more']) await app.run(prompt, { sessionId })
  for (const round of [1, 2]) {
    expect((await app.rpc.sessions.compact({ sessionId })).kind).toBe('done')
    await app.run(`round ${round}`, { sessionId })
    const raw = app.model.requests.at(-1)?.raw ?? ''
    expect(raw.match(/Active Skills|First words|Second words/g)).toEqual(['Active Skills', 'First words', 'Second words'])
    await app.run(`filler ${round}`, { sessionId })
  }
})

it('is switched off for one project or for all, and then neither the model nor the slash has it', async () => {
  const app = await start({ files: { '.mewcode/skills/greet/SKILL.md': text('greet', 'greets', 'Hi.') }, options: { trustProjects: true } })
  const state = async () => (await app.rpc.skills.list({})).flatMap(({ id, state: now, off }) => (id === 'greet' ? [[now, ...off]] : []))
  await app.rpc.skills.setEnabled({ id: 'greet', isEnabled: false, level: 'project' })
  expect(await state()).toEqual([['disabled', 'project']])
  expect(app.project.read('.mewcode/settings.local.yaml')).toContain('greet')
  expect((await app.rpc.commands.list({})).commands.some(({ name }) => name === 'greet')).toBe(false)
  await app.rpc.skills.setEnabled({ id: 'greet', isEnabled: false })
  await app.rpc.skills.setEnabled({ id: 'greet', isEnabled: true, level: 'project' })
  expect(await state()).toEqual([['disabled', 'user']])
  await app.rpc.skills.setEnabled({ id: 'greet', isEnabled: true })
  expect(await state()).toEqual([['active']])
})

it('says of a model nobody knows, where the skill runs by one', async () => {
  const app = await start({
    files: {
      '.mewcode/skills/odd/SKILL.md': text('odd', 'x', 'Do.', 'mode: fork\nmodel: no-such-model\n'),
      '.mewcode/skills/even/SKILL.md': text('even', 'x', 'Do.', 'mode: fork\nmodel: haiku\n'),
    },
  })
  const told = (await app.rpc.skills.list({})).flatMap(({ id, diagnostics }) =>
    diagnostics.flatMap(({ problem, line }) => (problem.code === 'skill.unknown_model' ? [[id, line]] : [])),
  )
  expect(told).toEqual([['odd', 5]])
})

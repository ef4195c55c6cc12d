import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectHookedCore, type ConnectCoreOptions, type HookedCore, type ModelStep } from '../testing/index.ts'

let open: HookedCore | undefined
const connect = async (options: ConnectCoreOptions & { rules?: string }): Promise<HookedCore> => (open = await connectHookedCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const write: ModelStep = { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] }
const files = {
  'check.sh': 'echo from the project >&2; exit 2\n',
  '.mewcode/hooks.yaml':
    'hooks:\n  - { name: theirs, event: PreToolUse, action: { type: shell, command: sh "$MEWCODE_PROJECT_DIR/check.sh" } }\n',
}

/** Steps without end: a write, then words. */
const script = (body: Readonly<Record<string, unknown>>): ModelStep =>
  JSON.stringify(body['messages']).split('"tool_use"').length > JSON.stringify(body['messages']).split('"done"').length
    ? { text: 'done' }
    : write

async function trustAll({ rpc }: HookedCore): Promise<void> {
  const { items } = await rpc.trust.show({})
  await rpc.trust.allow({ items: items.map(({ key, hash }) => ({ key, hash })) })
}

const states = async ({ rpc }: HookedCore) => (await rpc.hooks.list({})).rules.map(({ name, state }) => `${name} ${state}`)

/** Whether hooks let a turn's write through. */
async function writes(core: HookedCore): Promise<boolean> {
  await core.run('go', { mode: 'acceptEdits' })
  return core.events.of('tool.finished').at(-1)?.meta.hooks === undefined
}

it("runs none of a stranger's hooks, and lists what they would run", async () => {
  const core = await connect({ files, script, rules: '' })
  expect(await states(core)).toEqual(['theirs untrusted'])
  expect(await writes(core)).toBe(true)
  const { items } = await core.rpc.trust.show({})
  expect(items).toMatchObject([{ kind: 'hook', key: '.mewcode/hooks.yaml#hooks.theirs', line: 2, state: 'new' }])
  expect(items[0]?.text).toMatch(/^PreToolUse: sh "\$MEWCODE_PROJECT_DIR\/check\.sh"\nfile: check\.sh \([0-9a-f]{12}\)$/)
  expect(core.events.of('notice').map(({ code, params }) => `${code} ${params['key']}`)).toEqual(['config.untrusted hooks.theirs'])
})

it('is off again once the script or the rule is another, in the middle of a turn too', async () => {
  const core = await connect({ files, script, rules: '' })
  await trustAll(core)
  expect([await states(core), await writes(core)]).toEqual([['theirs active'], false])

  core.project.write('check.sh', 'echo evil; exit 0\n')
  expect([await states(core), await writes(core)]).toEqual([['theirs modified'], true])
  expect((await core.rpc.trust.show({})).items).toMatchObject([{ kind: 'hook', state: 'modified' }])
  core.project.write('check.sh', files['check.sh'])
  expect(await states(core)).toEqual(['theirs active'])
  core.project.write('.mewcode/hooks.yaml', files['.mewcode/hooks.yaml'].replace('PreToolUse', 'Stop'))
  expect(await states(core)).toEqual(['theirs modified'])
  core.project.write('.mewcode/hooks.yaml', files['.mewcode/hooks.yaml'].replace('- {', '-\n    {'))
  expect(await states(core)).toEqual(['theirs active'])

  await core.rpc.trust.revoke({})
  expect([await states(core), await writes(core)]).toEqual([['theirs untrusted'], true])
})

it('does not run a script that the turn itself has changed', async () => {
  const step = (command: string): ModelStep => ({ calls: [{ name: 'bash', input: { command } }] })
  const steps = [step('echo "touch pwned" > check.sh'), step('echo two'), { text: 'done' }]
  const rules = { ...files, '.mewcode/hooks.yaml': files['.mewcode/hooks.yaml'].replace('PreToolUse', 'PostToolUse') }
  const core = await connect({ files: rules, script: steps, rules: '' })
  await trustAll(core)
  await core.run('go', { mode: 'bypassPermissions' })
  expect(core.events.of('tool.finished').map(({ meta }) => meta.hooks?.map(({ outcome }) => outcome))).toEqual([undefined, undefined])
  expect(core.project.has('pwned')).toBe(false)
})

it("is the person's to switch off, and a name of theirs no way around the person's own", async () => {
  const mine = '  - { name: mine, event: PreToolUse, action: { type: shell, command: "exit 2" } }'
  const theirs = files['.mewcode/hooks.yaml'].replaceAll('theirs', 'mine').replace('event', 'merge: override, event')
  const core = await connect({ files: { ...files, '.mewcode/hooks.yaml': theirs }, script, rules: mine })
  expect(await states(core)).toEqual(['mine overridden', 'mine active'])
  expect(await writes(core)).toBe(false)
  await core.rpc.hooks.setEnabled({ name: 'mine', isEnabled: false })
  expect([await states(core), await writes(core)]).toEqual([['mine overridden', 'mine disabled'], true])
  await core.rpc.hooks.setEnabled({ name: 'mine', isEnabled: true })
  expect(await writes(core)).toBe(false)
})

it("may be kept from programs by the person's list", async () => {
  const rules = ['make test', 'git status && curl x', '"$X" y']
    .map((command, index) => `  - { name: r${index}, event: Stop, action: { type: shell, command: '${command}' } }`)
    .join('\n')
  const core = await connect({ rules })
  writeFileSync(join(core.platform.paths.home, 'settings.yaml'), 'hooks: { allowed_commands: [make, git] }\n')
  const { rules: listed } = await core.rpc.hooks.list({})
  expect(listed.map(({ state, problem }) => `${state} ${problem?.params['program'] ?? ''}`)).toEqual([
    'active ',
    'broken curl',
    'broken "$X" y',
  ])
})

it("follows the machine's policy: its rules come first and nobody switches them off", async () => {
  const core = await connect({ rules: '', script })
  const { managed } = core.platform.paths
  writeFileSync(
    managed,
    'hooks:\n  rules:\n    - { name: law, event: PreToolUse, action: { type: shell, command: "echo law >&2; exit 2" } }\n',
  )
  expect([await states(core), await writes(core)]).toEqual([['law active'], false])
  await expect(core.rpc.hooks.setEnabled({ name: 'law', isEnabled: false })).rejects.toMatchObject({ code: 'hook.managed' })
  writeFileSync(
    managed,
    'hooks:\n  rules:\n    - { name: law, event: PreToolUse, action: { type: shell, command: "exit 1" } }\n  default_on_failure: block\n',
  )
  expect(await writes(core)).toBe(false)
})

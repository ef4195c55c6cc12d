import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'

let core: ConnectedCore

beforeEach(async () => {
  core = await connectCore({
    script: [
      { calls: [{ name: 'write_file', input: { path: 'src/a.txt', content: 'one\n' } }] },
      { calls: [{ name: 'bash', input: { command: 'git push --force' } }] },
      { text: 'Done.' },
    ],
  })
})

afterEach(() => core.close())

/** A script that keeps what it was given and says `answer`. */
function script(name: string, answer: string): string {
  const file = join(core.platform.paths.home, 'scripts', `${name}.sh`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\ncat > "$MEWCODE_HOME/scripts/${name}.json"\nenv > "$MEWCODE_HOME/scripts/${name}.env"\n${answer}\n`)
  chmodSync(file, 0o755)
  return file
}
const given = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(core.platform.paths.home, 'scripts', `${name}.json`), 'utf8'))
const variables = (name: string): string => readFileSync(join(core.platform.paths.home, 'scripts', `${name}.env`), 'utf8')

async function bring(value: unknown, file: string): Promise<void> {
  const { hooks } = await core.rpc.hooks.readImport({ text: JSON.stringify(value), name: file })
  for (const { yaml } of hooks) if (yaml !== '') await core.rpc.hooks.save({ yaml, to: 'user' })
}
const results = () =>
  core.events.all.flatMap((event) => {
    if (event.type !== 'tool.finished') return []
    const [first] = event.content
    return [[event.isError, first?.type === 'text' ? first.text : '']]
  })

test('scripts of Claude Code are asked in its words, with its variables and its file of the conversation, and their changes count', async () => {
  const change = script(
    'change',
    `printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"file_path":"src/b.txt","content":"two\\n"}}}'`,
  )
  const guard = script('guard', 'echo "no force" >&2; exit 2')
  await bring(
    {
      hooks: {
        PreToolUse: [
          { matcher: 'Write', hooks: [{ type: 'command', command: change }] },
          { matcher: 'Bash', hooks: [{ type: 'command', command: guard }] },
        ],
      },
    },
    '.claude/settings.json',
  )
  await core.run('go', { mode: 'acceptEdits' })
  expect(given('change')).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: join(core.project.root, 'src/a.txt'), content: 'one\n' },
    permission_mode: 'acceptEdits',
    cwd: core.project.root,
  })
  expect(variables('change')).toContain(`CLAUDE_PROJECT_DIR=${core.project.root}`)
  const transcript = readFileSync(String(given('guard')['transcript_path']), 'utf8')
    .trim()
    .split('\n')
  expect(transcript.map((line) => JSON.parse(line).type)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(core.project.read('src/b.txt')).toBe('two\n')
  expect(() => core.project.read('src/a.txt')).toThrow('ENOENT')
  expect(results()[1]).toEqual([true, expect.stringMatching(/^\[hook .*guard\.sh\] no force$/)])
})

test.each([
  [
    'gemini',
    '.gemini/settings.json',
    (command: string) => ({
      hooks: { BeforeTool: [{ matcher: 'run_shell_command', hooks: [{ type: 'command', command, timeout: 5000 }] }] },
    }),
    `echo '{"decision":"deny","reason":"gemini says no"}'`,
    { tool_name: 'run_shell_command', hook_event_name: 'BeforeTool' },
  ],
  [
    'codex',
    '.codex/hooks.json',
    (command: string) => ({ hooks: { PreToolUse: [{ matcher: '^Bash$', hooks: [{ type: 'command', command }] }] } }),
    `echo 'codex says no' >&2; exit 2`,
    { tool_name: 'Bash', hook_event_name: 'PreToolUse' },
  ],
  [
    'cursor',
    '.cursor/hooks.json',
    (command: string) => ({ version: 1, hooks: { beforeShellExecution: [{ command }] } }),
    `echo '{"permission":"deny","agent_message":"cursor says no","user_message":"x"}'`,
    { command: 'git push --force' },
  ],
  [
    'copilot',
    '.github/hooks/hooks.json',
    (command: string) => ({ version: 1, hooks: { preToolUse: [{ type: 'command', bash: command }] } }),
    `grep -q push "$MEWCODE_HOME/scripts/copilot.json" && echo '{"permissionDecision":"deny","permissionDecisionReason":"copilot says no"}' || true`,
    { toolName: 'bash' },
  ],
] as const)('a script of %s is asked in its words and its no counts', async (name, file, settings, answer, asked) => {
  await bring(settings(script(name, answer)), file)
  await core.run('go', { mode: 'acceptEdits' })
  expect(given(name)).toMatchObject(asked)
  expect(results()).toEqual([
    [false, expect.anything()],
    [true, expect.stringContaining(`${name} says no`)],
  ])
})

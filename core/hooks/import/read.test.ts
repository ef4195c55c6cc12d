import { expect, test } from 'vitest'
import { readForeignHooks } from './read.ts'

const read = (value: unknown, file: string) => readForeignHooks(typeof value === 'string' ? value : JSON.stringify(value), file)
const entries = (value: unknown, file: string) => read(value, file)?.hooks.map(({ entry }) => entry)
const losses = (value: unknown, file: string) =>
  read(value, file)?.hooks.flatMap(({ from, losses: all }) => all.map(({ code, params }) => [from, code, Object.values(params).join()]))
const tool = (...value: string[]) => ({ any_of: [{ field: 'tool_name', match: { type: 'in', value } }] })
const shell = (command: string) => ({ type: 'shell', command })

test('Claude Code: exact names, expressions, a permission rule, seconds, once and what cannot be said here', () => {
  const value = {
    hooks: {
      PreToolUse: [
        { matcher: 'Edit|Write', hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/check.sh', timeout: 5 }] },
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'guard', if: 'Bash(git push *)' }] },
        { matcher: 'mcp__memory__.*', hooks: [{ type: 'command', command: 'mem' }] },
        { matcher: 'Notebook.*Wrong', hooks: [{ type: 'command', command: 'never' }] },
        {
          hooks: [
            { type: 'mcp_tool', server: 's', tool: 't' },
            { type: 'http', url: 'https://a.example/h', allowedEnvVars: ['T'] },
          ],
        },
      ],
      SessionStart: [{ matcher: 'startup|resume', hooks: [{ type: 'command', command: 'hi', once: true }] }],
      Stop: [{ matcher: 'ignored', hooks: [{ type: 'prompt', prompt: 'Are the tests green? $ARGUMENTS' }] }],
      TeammateIdle: [{ hooks: [{ type: 'command', command: 'x' }] }],
      PostToolUse: [{ hooks: [{ type: 'command', command: 'fmt', async: true }] }],
    },
  }
  const [edit, push, mem, none, other, http, start, resume, stop, idle, post] = entries(value, '.claude/settings.json') ?? []
  expect(edit).toEqual({
    name: 'claude-code PreToolUse check.sh',
    event: 'PreToolUse',
    if: tool('edit_file', 'write_file'),
    action: shell('"$CLAUDE_PROJECT_DIR"/check.sh'),
    timeout: '5s',
    dialect: 'claude-code',
  })
  expect(push?.['if']).toEqual({
    all_of: [
      { field: 'tool_name', match: { type: 'in', value: ['bash'] } },
      { field: 'tool_name', match: { type: 'in', value: ['bash'] } },
      { field: 'tool_input.command', match: { type: 'command_glob', value: 'git push *' } },
    ],
  })
  expect(push?.['timeout']).toBe('10m')
  expect(mem?.['if']).toEqual({ any_of: [{ field: 'tool_name', match: { type: 'regex', value: 'mcp__memory__.*' } }] })
  expect([none, other, idle]).toEqual([undefined, undefined, undefined])
  expect(http?.['action']).toEqual({ type: 'http', url: 'https://a.example/h', allowed_env: ['T'] })
  expect([start?.['event'], resume?.['event'], start?.['only_once']]).toEqual(['SessionStart', 'SessionResume', true])
  expect(stop?.['action']).toMatchObject({ type: 'subagent', agent_name: 'Explore' })
  expect(post).toMatchObject({ event: 'PostToolUse', async: true })
  expect(losses(value, '.claude/settings.json')).toEqual([
    ['PreToolUse[3].hooks[0]', 'hook.import_matcher', 'Notebook.*Wrong'],
    ['PreToolUse[4].hooks[0]', 'hook.import_handler', 'mcp_tool'],
    ['TeammateIdle[0].hooks[0]', 'hook.import_event', 'TeammateIdle'],
  ])
})

test('Gemini counts milliseconds and calls things otherwise', () => {
  const value = {
    hooks: { BeforeTool: [{ matcher: 'write_file|replace', hooks: [{ name: 'sec', type: 'command', command: 'sec.sh', timeout: 5000 }] }] },
  }
  expect(read(value, '.gemini/settings.json')?.dialect).toBe('gemini')
  expect(entries(value, '.gemini/settings.json')).toEqual([
    {
      name: 'sec',
      event: 'PreToolUse',
      if: tool('write_file', 'edit_file', 'multi_edit'),
      action: shell('sec.sh'),
      timeout: '5000ms',
      dialect: 'gemini',
    },
  ])
})

test('Codex in TOML, Cursor and Copilot by their lists', () => {
  const codex = '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "c"\ntimeout = 7\n'
  expect(read(codex, '/home/u/.codex/config.toml')).toMatchObject({
    dialect: 'codex',
    hooks: [{ entry: { timeout: '7s', if: tool('bash') } }],
  })
  const cursor = {
    version: 1,
    hooks: {
      beforeShellExecution: [{ command: './a.sh' }],
      afterFileEdit: [{ command: 'fmt' }],
      beforeTabFileRead: [{ command: 'x' }],
      stop: [{ command: 's' }],
    },
  }
  expect(read(cursor, '.cursor/hooks.json')?.dialect).toBe('cursor')
  expect(entries(cursor, '.cursor/hooks.json')?.map((one) => [one?.['event'], one?.['if']])).toEqual([
    ['PreToolUse', tool('bash')],
    ['PostToolUse', tool('write_file', 'edit_file', 'multi_edit')],
    [undefined, undefined],
    ['Stop', undefined],
  ])
  const copilot = {
    version: 1,
    hooks: { preToolUse: [{ type: 'command', bash: './a.sh', powershell: './a.ps1', timeoutSec: 15, cwd: 'scripts' }] },
  }
  expect(read(copilot, '.github/hooks/a.json')).toMatchObject({
    dialect: 'copilot',
    hooks: [{ entry: { timeout: '15s', action: shell('./a.sh') }, losses: [{ params: { field: 'cwd' } }] }],
  })
})

test("the original's later dialect: expressions, rejections, what is never mixed", () => {
  const yaml = `hooks:
  - id: no-rm
    event: pre_tool_use
    if: 'tool == "Bash" && args.command =~ /rm -rf/'
    reject: true
    message: not here
  - id: notes
    event: turn_end
    action: { type: prompt, prompt: remember }
    on_error: reject
  - id: mixed
    event: pre_tool_use
    if: 'a == "x" && b == "y" || c == "z"'
    command: x
  - id: files
    event: post_tool_use
    if: 'file_path =* "*.go"'
    command: 'gofmt -w $FILE_PATH'
    once: true
    timeout: 5
`
  expect(entries(yaml, 'hooks.yaml')).toEqual([
    {
      name: 'no-rm',
      event: 'PreToolUse',
      if: {
        all_of: [
          { field: 'tool_name', match: { type: 'in', value: ['bash'] } },
          { field: 'tool_input.command', match: { type: 'regex', value: 'rm -rf' } },
        ],
      },
      action: shell("echo 'not here' >&2; exit 2"),
      dialect: 'expressions',
    },
    { name: 'notes', event: 'Stop', action: { type: 'prompt', text: 'remember' }, on_failure: 'block', dialect: 'expressions' },
    undefined,
    {
      name: 'files',
      event: 'PostToolUse',
      if: { all_of: [{ field: 'tool_input.path', match: { type: 'glob', value: '*.go' } }] },
      action: shell('gofmt -w $FILE_PATH'),
      timeout: '5s',
      only_once: true,
      dialect: 'expressions',
    },
  ])
  expect(losses(yaml, 'hooks.yaml')).toEqual([['#3', 'hook.import_condition', 'a == "x" && b == "y" || c == "z"']])
})

test.each([
  ['nothing'],
  ['{}'],
  ['{"hooks": {}}'],
  ['hooks:\n  - name: ours\n    event: PreToolUse\n    action: { type: shell, command: x }\n'],
  ['[1, 2'],
])('%s holds no hooks of anybody', (text) => {
  expect(read(text, 'x.json')).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { createShellReader } from '../../permission/shell/index.ts'
import { createReadWords } from './read-words.ts'
import { readText } from './read-text.ts'
import { slotsIn } from './types.ts'

const words = createReadWords(createShellReader())
const read = async (text: string) => (await readText(text, words)).map(({ name, entry }) => ({ name, ...entry }))
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const stdio = (name: string, command: string, args: string[] = [], env: Record<string, string> = {}) => ({
  name,
  type: 'stdio',
  command,
  ...(args.length > 0 && { args }),
  ...(Object.keys(env).length > 0 && { env }),
})
const http = (name: string, url: string, headers: Record<string, string> = {}) => ({
  name,
  type: 'http',
  url,
  ...(Object.keys(headers).length > 0 && { headers }),
})
const github = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-github'], env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } }
const asGithub = stdio('github', 'npx', ['-y', '@modelcontextprotocol/server-github'], { GITHUB_TOKEN: '${GITHUB_TOKEN}' })

describe('a pasted text is read whatever program it was written for', () => {
  test.each<[string, string, unknown[]]>([
    ['Claude Desktop, Cursor, Cline', JSON.stringify({ mcpServers: { github } }), [asGithub]],
    ['the inside of that', JSON.stringify({ github }), [asGithub]],
    ['one line out of the middle of a file', `"github": ${JSON.stringify(github)},`, [asGithub]],
    ['one server without a name', JSON.stringify(github), [asGithub]],
    [
      'VS Code, with comments and a comma too many',
      `{ // mine\n "servers": { "docs": { "type": "http", "url": "https://mcp.example.com/mcp", /* no key */ "headers": {"X": "1"}, } }, }`,
      [http('docs', 'https://mcp.example.com/mcp', { X: '1' })],
    ],
    [
      'VS Code, references to the environment and the folder',
      JSON.stringify({ servers: { a: { command: 'x', args: ['${workspaceFolder}/a'], env: { K: '${env:KEY}' } } } }),
      [stdio('a', 'x', ['./a'], { K: '${KEY}' })],
    ],
    ['VS Code settings', JSON.stringify({ mcp: { servers: { a: { command: 'x', args: ['1'] } } } }), [stdio('a', 'x', ['1'])]],
    [
      'opencode',
      JSON.stringify({ mcp: { a: { type: 'local', command: ['bun', 'x', 'srv'], environment: { K: '{env:KEY}' }, enabled: false } } }),
      [{ ...stdio('a', 'bun', ['x', 'srv'], { K: '${KEY}' }), enabled: false }],
    ],
    [
      'opencode, remote',
      JSON.stringify({ mcp: { a: { type: 'remote', url: 'https://a.example/mcp' } } }),
      [http('a', 'https://a.example/mcp')],
    ],
    [
      'Gemini, milliseconds',
      JSON.stringify({ mcpServers: { a: { httpUrl: 'https://a.example/mcp', timeout: 30_000, includeTools: ['x'] } } }),
      [{ ...http('a', 'https://a.example/mcp'), timeouts: { call: '30s' }, tools: { allow: ['x'] } }],
    ],
    [
      'Windsurf',
      JSON.stringify({ mcpServers: { a: { serverUrl: 'https://a.example/sse' } } }),
      [{ ...http('a', 'https://a.example/sse'), type: 'http' }],
    ],
    [
      'the older transport by its address',
      JSON.stringify({ mcpServers: { a: { url: 'https://a.example/sse' } } }),
      [{ ...http('a', 'https://a.example/sse'), type: 'sse' }],
    ],
    [
      'goose',
      'extensions:\n  gh:\n    type: stdio\n    cmd: npx\n    args: [-y, gh-mcp]\n    envs: {K: v}\n    enabled: true\n',
      [stdio('gh', 'npx', ['-y', 'gh-mcp'], { K: 'v' })],
    ],
    [
      'Codex',
      '[mcp_servers.docs]\nurl = "https://a.example/mcp"\nbearer_token_env_var = "TOKEN"\nstartup_timeout_sec = 20\n',
      [{ ...http('docs', 'https://a.example/mcp', { Authorization: 'Bearer ${TOKEN}' }), timeouts: { connect: '20s' } }],
    ],
    [
      'Codex, a program',
      '[mcp_servers.gh]\ncommand = "npx"\nargs = ["-y", "gh-mcp"]\n[mcp_servers.gh.env]\nK = "v"\n',
      [stdio('gh', 'npx', ['-y', 'gh-mcp'], { K: 'v' })],
    ],
    [
      'our own',
      'mcp_servers:\n  a: { type: stdio, command: x, args: [1], era: legacy, tools: { deny: ["rm*"] } }\n',
      [{ ...stdio('a', 'x', ['1']), era: 'legacy', tools: { deny: ['rm*'] } }],
    ],
    ['an address', 'https://mcp.linear.app/mcp', [http('linear', 'https://mcp.linear.app/mcp')]],
    [
      'a command',
      'npx -y @modelcontextprotocol/server-filesystem@2026.8.31 "/tmp/a b"',
      [stdio('filesystem', 'npx', ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/tmp/a b'])],
    ],
    [
      'a command with variables before it',
      'KEY=abc OTHER=$HOME uvx mcp-server-git --repository .',
      [stdio('git', 'uvx', ['mcp-server-git', '--repository', '.'], { KEY: 'abc', OTHER: '${HOME}' })],
    ],
    [
      'claude mcp add, a command',
      "claude mcp add -s user -e KEY=v gh -- npx -y 'gh mcp'",
      [stdio('gh', 'npx', ['-y', 'gh mcp'], { KEY: 'v' })],
    ],
    [
      'claude mcp add, a command without dashes',
      'claude mcp add gh npx -y gh-mcp --flag',
      [stdio('gh', 'npx', ['-y', 'gh-mcp', '--flag'])],
    ],
    [
      'claude mcp add, an address',
      'claude mcp add --transport http sentry https://mcp.sentry.dev/mcp --header "Authorization: Bearer $TOKEN"',
      [http('sentry', 'https://mcp.sentry.dev/mcp', { Authorization: 'Bearer ${TOKEN}' })],
    ],
    ['claude mcp add-json', `claude mcp add-json gh '${JSON.stringify(github)}'`, [{ ...asGithub, name: 'gh' }]],
    [
      'codex mcp add',
      'codex mcp add docs --url https://a.example/mcp --bearer-token-env-var TOKEN',
      [http('docs', 'https://a.example/mcp', { Authorization: 'Bearer ${TOKEN}' })],
    ],
    ['code --add-mcp', `code --add-mcp '{"name":"a","command":"x","args":["1"]}'`, [stdio('a', 'x', ['1'])]],
    ['a long command over several lines', 'npx -y \\\n  gh-mcp', [stdio('gh', 'npx', ['-y', 'gh-mcp'])]],
    ['our link', `mewcode://mcp/install?name=gh&config=${encodeURIComponent(base64(github))}`, [{ ...asGithub, name: 'gh' }]],
    [
      'our link, plain',
      'mewcode://mcp/install?name=gh&command=npx&arg=-y&arg=gh-mcp&env=K%3Da%3Db',
      [stdio('gh', 'npx', ['-y', 'gh-mcp'], { K: 'a=b' })],
    ],
    ['a Cursor link', `cursor://anysphere.cursor-deeplink/mcp/install?name=gh&config=${base64(github)}`, [{ ...asGithub, name: 'gh' }]],
    ['a Cursor page', `https://cursor.com/install-mcp?name=gh&config=${base64(github)}`, [{ ...asGithub, name: 'gh' }]],
    [
      'a VS Code link',
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'gh', ...github }))}`,
      [{ ...asGithub, name: 'gh' }],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected)
  })

  test.each([
    ['nothing', '  '],
    ['words', 'please add the GitHub server'],
    ['one word', 'github'],
    ['JSON of something else', '{"name":"x","version":"1"}'],
    ['two commands', 'npx a && rm -rf b'],
    ['a substitution', 'npx -y $(cat name)'],
    ['another link', 'mewcode://skills/install?name=x'],
    ['half a file', '{"mcpServers": {"a": {"command": '],
  ])('%s describes no server', async (_, text) => {
    expect(await read(text)).toEqual([])
  })
})

test('what VS Code would ask for is asked for: a password goes to a secret slot, a default is kept', async () => {
  const [found] = await readText(
    JSON.stringify({
      inputs: [
        { id: 'key', type: 'promptString', description: 'API key', password: true },
        { id: 'region', type: 'promptString', default: 'eu' },
      ],
      servers: { a: { command: 'x', args: ['1'], env: { KEY: '${input:key}', AT: 'r-${input:region}' } } },
    }),
    words,
  )
  expect(found?.settings).toMatchObject([
    { key: 'key', description: 'API key', isSecret: true, initial: '' },
    { key: 'region', isSecret: false, initial: 'eu' },
  ])
  expect(slotsIn(JSON.stringify(found?.entry).replaceAll('\\u0000', '\u0000'))).toEqual(['key', 'region'])
})

test('rights that another program gave are left out, and said', async () => {
  const [found] = await readText(
    JSON.stringify({ mcpServers: { a: { command: 'x', args: ['1'], alwaysAllow: ['rm'], trust: true } } }),
    words,
  )
  expect(found?.entry).toEqual({ type: 'stdio', command: 'x', args: ['1'] })
  expect(found?.notes.map(({ code, params }) => [code, params['key']])).toEqual([
    ['mcp.grant_left_out', 'alwaysAllow'],
    ['mcp.grant_left_out', 'trust'],
  ])
})

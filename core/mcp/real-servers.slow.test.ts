import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findProgram } from '../platform/index.ts'
import { familyOf, listProcesses } from '../platform/process-table.ts'
import { alive, connectCore, mcpYaml } from '../testing/index.ts'

const bin = (name: string): string => resolve(import.meta.dirname, '../../node_modules/.bin', name)
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-mcp-real-')))
const at = (file: string): string => join(folder, file)
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const entry = (name: string, args: readonly string[] = [], more: Record<string, unknown> = {}) => ({
  type: 'stdio',
  command: process.execPath,
  args: [bin(name), ...args],
  ...more,
})

const servers = {
  everything: entry('mcp-server-everything'),
  filesystem: entry('mcp-server-filesystem', [folder]),
  memory: entry('mcp-server-memory', [], { env: { MEMORY_FILE_PATH: at('memory.json') } }),
  thinking: entry('mcp-server-sequential-thinking'),
  runner: entry('mcp-server-code-runner'),
  context7: entry('context7-mcp', [], { era: 'modern' }),
}

/** Tools that ask the network and say so in words where there is none. */
const NEEDS_NETWORK = new Set(['context7__query-docs', 'context7__resolve-library-id'])
/** Nobody is here to be asked, and the server is told so. */
const ASKS_A_PERSON = new Set(['everything__trigger-elicitation-request', 'everything__trigger-url-elicitation'])

const ada = { name: 'Ada', entityType: 'person', observations: ['counts'] }
const engine = { name: 'Engine', entityType: 'machine', observations: [] }
const programs = { from: 'Ada', to: 'Engine', relationType: 'programs' }
const image = { type: 'image', mediaType: 'image/png' }

type Call = readonly [name: string, input: Record<string, unknown>, text: string | RegExp, more?: readonly unknown[]]

/** Each once, with what it answers. */
const calls: readonly Call[] = [
  ['everything__echo', { message: 'hi' }, 'Echo: hi'],
  ['everything__get-annotated-message', { messageType: 'error', includeImage: true }, 'Error: Operation failed', [image]],
  [
    'everything__get-env',
    {},
    /^\{\n {2}"PATH": "[^\n]*",\n(?: {2}"(?:HOME|LANG|LC_\w+|USER|SHELL|TERM|TMPDIR|TZ|LOGNAME|LANGUAGE|MEWCODE_CALL)": [^\n]*\n)*\}$/,
  ],
  [
    'everything__get-resource-links',
    { count: 2 },
    /^Here are 2 resource links[^\n]*\n[^\n]*demo:\/\/resource\/dynamic\/blob\/1[^\n]*\n[^\n]*demo:\/\/resource\/dynamic\/text\/2[^\n]*$/,
  ],
  [
    'everything__get-resource-reference',
    { resourceType: 'Text', resourceId: 1 },
    /demo:\/\/resource\/dynamic\/text\/1.*Resource 1: This is a plaintext resource/s,
  ],
  ['everything__get-structured-content', { location: 'Chicago' }, '{"temperature":36,"conditions":"Light rain / drizzle","humidity":82}'],
  ['everything__get-sum', { a: 2, b: 3 }, 'The sum of 2 and 3 is 5.'],
  ['everything__get-tiny-image', {}, "Here's the image you requested:\nThe image above is the MCP logo.", [image]],
  [
    'everything__gzip-file-as-resource',
    { name: 'x.gz', data: 'data:text/plain,hello', outputType: 'resource' },
    /demo:\/\/resource\/session\/x\.gz.*application\/gzip/s,
  ],
  ['everything__toggle-simulated-logging', {}, /^Started simulated, random-leveled logging/],
  ['everything__toggle-subscriber-updates', {}, /^Started simulated resource updated notifications/],
  [
    'everything__trigger-long-running-operation',
    { duration: 0.2, steps: 2 },
    'Long running operation completed. Duration: 0.2 seconds, Steps: 2.',
  ],
  ['everything__trigger-elicitation-request', {}, /cancel|declin/i],
  ['everything__trigger-url-elicitation', { url: 'https://example.com/' }, /cancel|declin/i],
  ['filesystem__create_directory', { path: at('sub') }, new RegExp(`^Successfully created directory ${at('sub')}`)],
  ['filesystem__write_file', { path: at('sub/b.txt'), content: 'one\ntwo\n' }, new RegExp(`^Successfully wrote to ${at('sub/b.txt')}`)],
  ['filesystem__edit_file', { path: at('sub/b.txt'), edits: [{ oldText: 'two', newText: 'three' }] }, /\n one\n-two\n\+three\n/],
  ['filesystem__move_file', { source: at('sub/b.txt'), destination: at('sub/c.txt') }, new RegExp(`to ${at('sub/c.txt')}`)],
  ['filesystem__directory_tree', { path: folder }, /"name": "sub",\s+"type": "directory",\s+"children": \[\s+\{\s+"name": "c.txt"/],
  ['filesystem__get_file_info', { path: at('a.txt') }, /^size: 6\n.*isFile: true/s],
  ['filesystem__list_allowed_directories', {}, new RegExp(`^Allowed directories:\n${folder}(?:\n|$)`)],
  ['filesystem__list_directory', { path: folder }, /^\[FILE\] a\.txt\n\[FILE\] i\.png\n.*\[DIR\] sub/s],
  ['filesystem__list_directory_with_sizes', { path: folder }, /\[FILE\] a\.txt +6 B\n.*1 directories/s],
  ['filesystem__read_file', { path: at('a.txt') }, /^hello\n/],
  ['filesystem__read_media_file', { path: at('i.png') }, /.*/s, [{ ...image, width: 1, height: 1 }]],
  ['filesystem__read_multiple_files', { paths: [at('a.txt'), at('sub/c.txt')] }, /a\.txt:\nhello\n.*c\.txt:\none\nthree\n/s],
  ['filesystem__read_text_file', { path: at('sub/c.txt') }, /^one\nthree\n/],
  ['filesystem__search_files', { path: folder, pattern: '**/c.*' }, new RegExp(`^${at('sub/c.txt')}(?:\n|$)`)],
  ['memory__create_entities', { entities: [ada, engine] }, /"name": "Engine"/],
  ['memory__add_observations', { observations: [{ entityName: 'Ada', contents: ['writes'] }] }, /"addedObservations": \[\s+"writes"\s+\]/],
  ['memory__create_relations', { relations: [programs] }, /"relationType": "programs"/],
  ['memory__open_nodes', { names: ['Ada'] }, /"observations": \[\s+"counts",\s+"writes"\s+\]/],
  ['memory__search_nodes', { query: 'machine' }, /"name": "Engine"/],
  ['memory__delete_observations', { deletions: [{ entityName: 'Ada', observations: ['counts'] }] }, /^Observations deleted successfully/],
  ['memory__delete_relations', { relations: [programs] }, /^Relations deleted successfully/],
  ['memory__delete_entities', { entityNames: ['Engine'] }, /^Entities deleted successfully/],
  [
    'memory__read_graph',
    {},
    /^\{\s+"entities": \[\s+\{\s+"name": "Ada",\s+"entityType": "person",\s+"observations": \[\s+"writes"\s+\]\s+\}\s+\],\s+"relations": \[\]\s+\}$/,
  ],
  [
    'thinking__sequentialthinking',
    { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    /"thoughtHistoryLength": 1/,
  ],
  ['runner__run-code', { code: 'console.log(6 * 7)', languageId: 'javascript' }, '42\n'],
  ['context7__query-docs', { libraryId: '/vuejs/core', query: 'ref' }, /\w/],
  ['context7__resolve-library-id', { query: 'ref', libraryName: 'vue' }, /\w/],
]

it('public servers list, answer every tool, show their resources and prompts, and end', { timeout: 90_000 }, async () => {
  writeFileSync(at('a.txt'), 'hello\n')
  writeFileSync(at('i.png'), Buffer.from(DOT, 'base64'))
  const core = await connectCore({
    providerYaml: mcpYaml(servers),
    // Nobody is there to fill in a form.
    options: { headless: true },
    // More than forty together: the strict model server takes them through call_tool alone.
    script: [
      ...calls.map(([name, input]) => ({ calls: [{ name: 'call_tool', input: { name: `mcp__${name}`, arguments: input } }] })),
      { text: 'ok' },
    ],
  })
  const states = (await core.rpc.mcp.status({})).map(({ name, state, protocolVersion, tools }) => ({ name, state, protocolVersion, tools }))
  expect(states).toEqual([
    { name: 'context7', state: 'ready', protocolVersion: '2026-07-28', tools: 2 },
    { name: 'everything', state: 'ready', protocolVersion: '2025-11-25', tools: 14 },
    { name: 'filesystem', state: 'ready', protocolVersion: '2025-11-25', tools: 14 },
    { name: 'memory', state: 'ready', protocolVersion: '2025-11-25', tools: 9 },
    { name: 'runner', state: 'ready', protocolVersion: '2025-11-25', tools: 1 },
    { name: 'thinking', state: 'ready', protocolVersion: '2025-11-25', tools: 1 },
  ])
  const callable = await Promise.all(
    states.map(async ({ name }) =>
      (await core.rpc.mcp.tools({ name })).filter(({ enabled }) => enabled).map((tool) => `${name}__${tool.name}`),
    ),
  )
  expect(callable.flat().toSorted()).toEqual(calls.map(([name]) => name).toSorted())

  await core.run('go', { mode: 'bypassPermissions', maxTurns: 100 })
  const results = core.events.of('tool.finished')
  expect(results).toHaveLength(calls.length)
  for (const [index, [name, , text, more = []]] of calls.entries()) {
    const { content, isError } = results[index] ?? { content: [], isError: true }
    const [first, ...rest] = content
    const said = first?.type === 'text' ? first.text.replace(/^From [^\n]*\n<data-\w+>\n/, '').replace(/\n<\/data-\w+>$/, '') : ''
    const expected = NEEDS_NETWORK.has(name) ? /^Error (?:fetching|searching).*fetch failed|vue/is : text
    expect({ name, said, isError: isError && !ASKS_A_PERSON.has(name) }).toEqual({
      name,
      said: typeof expected === 'string' ? expected : expect.stringMatching(expected),
      isError: false,
    })
    expect([name, ...rest]).toMatchObject([name, ...more])
  }
  expect(readFileSync(at('sub/c.txt'), 'utf8')).toBe('one\nthree\n')
  // It writes on standard output in between, three lines a call.
  expect((await core.rpc.mcp.log({ name: 'runner' })).noise).toBeGreaterThan(2)

  const { resources, templates } = await core.rpc.mcpContent.resources({ name: 'everything' })
  const [text] = await core.rpc.mcpContent.readResource({ name: 'everything', uri: 'demo://resource/dynamic/text/1' })
  const prompts = await core.rpc.mcpContent.prompts({ name: 'everything' })
  const prompt = await core.rpc.mcpContent.getPrompt({
    name: 'everything',
    prompt: 'args-prompt',
    arguments: { city: 'Oslo', state: 'Oslo' },
  })
  expect(resources.length + templates.length).toBeGreaterThan(0)
  expect(text).toMatchObject({
    uri: 'demo://resource/dynamic/text/1',
    text: expect.stringContaining('Resource 1: This is a plaintext resource'),
  })
  expect(prompts.map(({ name }) => name)).toContain('simple-prompt')
  expect(prompt.text).toContain('Oslo')

  const started = (await listProcesses()).filter(({ parent }) => parent === process.pid).map(({ pid }) => pid)
  expect(started.length).toBeGreaterThanOrEqual(6)
  await core.close()
  expect(alive(started)).toEqual([])
  rmSync(folder, { recursive: true })
})

const playwright = await findProgram('playwright-mcp', process.env)
const chromium = await findProgram('chromium', process.env)

it.runIf(playwright && chromium)(
  "the browser server drives this machine's Chromium and leaves none running",
  { timeout: 60_000 },
  async () => {
    const args = ['--headless', '--isolated', '--no-sandbox', '--executable-path', chromium ?? '']
    const page = 'data:text/html,<title>Cats</title><h1>Two cats</h1>'
    const call = (name: string, input: unknown) => ({ calls: [{ name: `mcp__browser__${name}`, input }] })
    const core = await connectCore({
      providerYaml: mcpYaml({ browser: { type: 'stdio', command: playwright, args } }),
      script: [call('browser_navigate', { url: page }), call('browser_snapshot', {}), { text: 'ok' }],
    })
    expect(await core.rpc.mcp.status({})).toMatchObject([{ state: 'ready' }])
    await core.run('go', { mode: 'bypassPermissions' })
    const results = core.events.of('tool.finished')
    expect(results.map(({ isError }) => isError)).toEqual([false, false])
    expect(JSON.stringify(results[1]?.content)).toContain('Two cats')
    const started = familyOf(process.pid, await listProcesses()).filter(({ name }) => /chrom/i.test(name))
    expect(started.length).toBeGreaterThan(0)
    await core.close()
    expect(alive(started.map(({ pid }) => pid))).toEqual([])
  },
)

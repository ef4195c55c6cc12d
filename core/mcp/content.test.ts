import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectCore, mcpYaml, type ConnectedCore } from '../testing/index.ts'

const everything = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')
let core: ConnectedCore

beforeAll(async () => {
  core = await connectCore({
    script: Array.from({ length: 3 }, () => ({ text: 'ok' })),
    providerYaml: mcpYaml({ everything: { type: 'stdio', command: process.execPath, args: [everything, 'stdio'] } }),
  })
})
afterAll(() => core.close())

const name = 'everything'

it('a real server’s resources and templates are listed, and read in text and bytes', async () => {
  const { resources, templates } = await core.rpc.mcpContent.resources({ name })
  expect(resources).toContainEqual({
    uri: 'demo://resource/static/document/structure.md',
    name: 'structure.md',
    title: null,
    description: expect.stringContaining('structure.md'),
    mimeType: 'text/markdown',
    size: null,
  })
  expect(templates.map(({ uriTemplate }) => uriTemplate)).toContain('demo://resource/dynamic/text/{resourceId}')
  const [text] = await core.rpc.mcpContent.readResource({ name, uri: 'demo://resource/dynamic/text/7' })
  expect(text).toMatchObject({ mimeType: 'text/plain', isCut: false, text: expect.stringContaining('Resource 7') })
  const [bytes] = await core.rpc.mcpContent.readResource({ name, uri: 'demo://resource/dynamic/blob/7' })
  expect(bytes).toMatchObject({ text: null, bytes: expect.any(Number) })
  expect(bytes?.bytes).toBeGreaterThan(10)
  await expect(core.rpc.mcpContent.readResource({ name, uri: 'demo://resource/none' })).rejects.toMatchObject({ code: 'mcp.refused' })
})

it('its prompts are listed with their arguments, filled in, and refused where one is missing or unknown', async () => {
  const prompts = await core.rpc.mcpContent.prompts({ name })
  expect(prompts.find((one) => one.name === 'args-prompt')?.arguments).toMatchObject([
    { name: 'city', required: true },
    { name: 'state', required: false },
  ])
  const filled = await core.rpc.mcpContent.getPrompt({ name, prompt: 'args-prompt', arguments: { city: 'Oslo' } })
  expect(filled.text).toBe("What's weather in Oslo?")
  const embedded = await core.rpc.mcpContent.getPrompt({
    name,
    prompt: 'resource-prompt',
    arguments: { resourceType: 'Text', resourceId: '3' },
  })
  expect(embedded.text).toContain('[resource demo://resource/dynamic/text/3]\nResource 3')
  await expect(core.rpc.mcpContent.getPrompt({ name, prompt: 'args-prompt', arguments: {} })).rejects.toMatchObject({
    code: 'mcp.prompt_argument',
    params: { argument: 'city' },
  })
  await expect(core.rpc.mcpContent.getPrompt({ name, prompt: 'arg-prompt', arguments: {} })).rejects.toMatchObject({
    code: 'mcp.no_prompt',
    params: { similar: 'args-prompt' },
  })
})

it('what may be typed for an argument is the server’s word, and depends on what is given already', async () => {
  const of = { kind: 'prompt', prompt: 'completable-prompt' } as const
  const departments = await core.rpc.mcpContent.complete({ name, of, argument: 'department', value: 'E', given: {} })
  expect(departments.values).toEqual(['Engineering'])
  const people = await core.rpc.mcpContent.complete({ name, of, argument: 'name', value: '', given: { department: 'Engineering' } })
  expect(people.values).toContain('Alice')
})

it('a prompt brings along the resource it names, text and picture, or is not sent at all', async () => {
  const sessionId = await core.newSession()
  await core.run('Look at @everything:demo://resource/dynamic/text/5, and tell me.', { sessionId })
  expect(core.model.requests.at(-1)?.raw).toContain('Resource 5')
  const { rows } = await core.rpc.sessions.open({ sessionId })
  expect(rows[0]).toMatchObject({ kind: 'user', attachments: [{ name: 'everything:demo://resource/dynamic/text/5' }] })
  const asked = core.model.requests.length
  const send = (text: string) => core.rpc.turns.start({ sessionId, text })
  await expect(send('@everything:demo://resource/none')).rejects.toMatchObject({ code: 'mcp.refused' })
  await expect(send('@everthing:demo://resource/dynamic/text/5')).rejects.toMatchObject({ code: 'mcp.not_found' })
  expect(core.model.requests).toHaveLength(asked)
  // An address that only looks like one stays words.
  await core.run('mail @someone:https://example.com', { sessionId })
})

it('a server’s prompt is a command with its arguments, and stands for the server’s words', async () => {
  const { commands } = await core.rpc.commands.list({})
  expect(commands.find((one) => one.name === 'everything:args-prompt')).toMatchObject({
    kind: 'prompt',
    source: 'mcp',
    argumentHint: '<city> [state]',
  })
  const sessionId = await core.newSession()
  await core.run('/everything:args-prompt state=CA "San José"', { sessionId })
  expect(core.model.requests.at(-1)?.raw).toContain("What's weather in San José, CA?")
  const start = (text: string) => core.rpc.turns.start({ sessionId, text })
  await expect(start('/everything:args-prompt')).rejects.toMatchObject({ code: 'mcp.prompt_argument' })
  await expect(start('/everything:nothing')).rejects.toMatchObject({ code: 'mcp.no_prompt' })
})

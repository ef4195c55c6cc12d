import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'
import { ToolFailure } from '../../tools/index.ts'
import type { Message } from '../../contract/messages.ts'
import { assistant, call, collect, image, providerFor, requestWith, result, summary, user } from '../fixtures.ts'
import { readIntent } from './intent.ts'

let project: ToolProject | undefined

afterEach(async () => {
  const closing = project
  project = undefined
  await closing?.close()
})

const names = ['read_file', 'write_file', 'edit_file', 'glob', 'grep', 'bash', 'todo_write']

/** A whole turn: the demo's calls are run by the real tools until it answers. */
async function turn(prompt: string, { history = [], offered = names }: { history?: readonly Message[]; offered?: readonly string[] } = {}) {
  const demo = providerFor({ name: 'demo', protocol: 'demo' })
  const messages: Message[] = [...history, user(prompt)]
  const used: string[] = []
  for (let step = 0; step < 6; step++) {
    const tools = offered.map((name) => ({ name, description: '', inputSchema: {} }))
    const events = await collect(demo.stream(requestWith(messages, { tools }), new AbortController().signal))
    const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
    const calls = events.flatMap((event) => (event.type === 'tool_calls' ? event.calls : []))
    const parts = calls.map((one) => call(one.toolCallId, JSON.parse(one.argumentsText), one.name))
    messages.push(assistant(said, parts))
    const [asked] = parts
    if (!asked) return { used, said, all: messages.map((message) => (message.role === 'assistant' ? message.parts[0] : undefined)) }
    used.push(asked.name)
    messages.push(await run(asked.name, asked.input, asked.toolCallId))
  }
  throw new Error('the demo does not come to an end')
}

async function run(name: string, input: unknown, toolCallId: string): Promise<Message> {
  try {
    const text = await project?.text(name, input)
    return result(toolCallId, [text ?? ''])
  } catch (error) {
    if (error instanceof ToolFailure) return result(toolCallId, [error.message], true)
    throw error
  }
}

const planted = () => ({ name: `${randomUUID().slice(0, 8)}.txt`, content: `secret ${randomUUID()}` })

describe('the demo, over real tools', () => {
  it.each([
    (name: string) => `What does ${name} say?`,
    (name: string) => `read ${name}`,
    (name: string) => `读一下${name}`,
    (name: string) => `${name}里写了什么？`,
  ])('tells what a file says when it is asked for by name (%#)', async (ask) => {
    project = openToolProject()
    const { name, content } = planted()
    project.write(`deep/er/${name}`, `${content}\n`)
    const { used, said } = await turn(ask(name))
    expect(used).toEqual(['read_file', 'glob', 'read_file'])
    expect(said).toContain(content)
  })

  it.each([
    (name: string) => `Change "${'alpha'}" to "beta gamma" in ${name}`,
    (name: string) => `in ${name}, replace alpha with beta gamma.`,
    (name: string) => `把 ${name} 里的 “alpha” 改成 “beta gamma”`,
    (name: string) => `在${name}中把alpha换成beta gamma。`,
  ])('reads, edits and answers (%#)', async (ask) => {
    project = openToolProject()
    const { name } = planted()
    project.write(name, 'one alpha\ntwo\n')
    const { used, said } = await turn(ask(name))
    expect(used).toEqual(['read_file', 'edit_file'])
    expect(project.read(name).toString()).toBe('one beta gamma\ntwo\n')
    expect(said).toContain(name)
  })

  it('lists, searches, finds, writes and runs', async () => {
    project = openToolProject()
    const { name, content } = planted()
    project.write(name, `${content}\n`)
    expect((await turn('list the files')).said).toContain(name)
    expect((await turn('有哪些文件？')).said).toContain(name)
    expect((await turn(`search for "${content}"`)).said).toContain(name)
    expect((await turn(`搜索 ${content.slice(7)}`)).said).toContain(name)
    expect((await turn(`find ${name}`)).used).toEqual(['glob'])
    expect((await turn(`where is ${randomUUID()}?`)).said).toContain('Nothing here matches')
    await turn('create made.txt with "Hello there"')
    expect(project.read('made.txt').toString()).toBe('Hello there\n')
    await turn('新建 好.txt，内容是 “你好”')
    expect(project.read('好.txt').toString()).toBe('你好\n')
    expect((await turn('run `echo from-the-shell`')).said).toContain('from-the-shell')
  })

  it('says what went wrong when an edit does not fit, and changes nothing', async () => {
    project = openToolProject()
    project.write('a.txt', 'one\n')
    const { said } = await turn('change "absent words" to "x" in a.txt')
    expect(said).toMatch(/^That did not work: /)
    expect(project.read('a.txt').toString()).toBe('one\n')
    expect((await turn('read nowhere.txt')).said).toBe('Nothing here matches "nowhere.txt".')
  })

  it('says that it is no AI, in the language of the prompt, and what it understands', async () => {
    expect((await turn('Hello, who are you?')).said).toMatch(/^Offline demo: fixed rules, no AI\.[\s\S]*list the files/)
    expect((await turn('你好')).said).toMatch(/^离线演示：固定规则，没有 AI。[\s\S]*列出文件/)
  })

  it('says that it cannot see what it is shown', async () => {
    const demo = providerFor({ name: 'demo', protocol: 'demo' })
    const said = async (prompt: string) =>
      summary(await collect(demo.stream(requestWith([user(prompt, { media: [image()] })]), new AbortController().signal)))['text']
    expect(await said('What is this?')).toMatch(/\n\nI cannot see images or PDFs/)
    expect(await said('这是什么？')).toMatch(/\n\n图片和 PDF 我看不了/)
  })

  it('calls no tool that is not offered', async () => {
    const { used, said } = await turn('list the files', { offered: ['read_file'] })
    expect(used).toEqual([])
    expect(said).toContain('glob')
  })

  it('begins each turn anew, whatever the turns before did', async () => {
    project = openToolProject()
    project.write('b.txt', 'bee\n')
    const history = [user('read a.txt'), assistant('', [call('c1')]), result('c1', ['1\told']), assistant('…')]
    expect((await turn('read b.txt', { history })).said).toContain('bee')
  })
})

describe('a prompt', () => {
  it.each([
    ['rename `foo bar` to `baz` in src/a b.ts', { kind: 'edit', file: 'src/a b.ts', from: 'foo bar', to: 'baz' }],
    ['将 “说明 文档.md” 中的旧名替换为新名', { kind: 'edit', file: '说明 文档.md', from: '旧名', to: '新名' }],
    ['show me the file Makefile', { kind: 'read', file: 'Makefile' }],
    ['where is parseConfig used?', { kind: 'search', pattern: 'parseConfig' }],
    ['parseConfig 在哪里？', { kind: 'search', pattern: 'parseConfig' }],
    ['找一下文件 a.txt', { kind: 'find', name: 'a.txt' }],
    ['执行命令：npm test', { kind: 'run', command: 'npm test' }],
    ['What is love', { kind: 'help' }],
  ])('%s', (prompt, intent) => {
    expect(readIntent(prompt)).toEqual(intent)
  })
})

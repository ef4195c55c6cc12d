import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyPdf, grey } from '../../core/testing/media-files.ts'
import { startModelServer, type ModelStep } from '../../core/testing/model-server/index.ts'
import { makeWorld, PLANTED_KEY, type World, type WorldOptions } from '../serve/world.ts'
import { filesHolding, mew, run, startRun } from './mew.ts'

const never = new Promise<never>(() => undefined)

it('reads the prompt from standard input for `-`, as it is', async () => {
  const world = await openWorld({ script: [{ text: 'ok' }] })
  const prompt = '第一行\n  second “line” $HOME `x` 🦀\n'
  const { code, of } = await run(world, ['-'], { input: prompt })
  expect([code, of('turn.started').map((event) => event.prompt)]).toEqual([0, [prompt]])
  expect(world.model.requests[0]?.raw).toContain(JSON.stringify(prompt).slice(1, -1))
  expect(await mew(world, ['run', '-'], { input: ' \n' })).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^usage\.missing_argument: /),
  })
})

describe('--attach', { timeout: 60_000 }, () => {
  it('sends the text of a file from elsewhere, and of one in the project with its name', async () => {
    const world = await openWorld({ script: [{ text: 'ok' }], files: { 'docs/plan 计划.md': 'blue door' } })
    const foreign = path.join(world.root, 'notes.txt')
    await writeFile(foreign, '﻿red window 红色\n')
    const { code, err, of } = await run(world, ['--attach', 'docs/plan 计划.md', '--attach', foreign, 'compare'])
    expect([code, err]).toEqual([0, ''])
    expect(of('turn.started')).toMatchObject([
      { prompt: 'compare\n\n@"docs/plan 计划.md"', attachments: [{ name: 'notes.txt' }, { name: 'docs/plan 计划.md' }] },
    ])
    expect(world.model.requests[0]?.raw).toContain('red window 红色')
    expect(world.model.requests[0]?.raw).toContain('blue door')
  })

  it('shows the model an image and a PDF from elsewhere', async () => {
    const world = await openWorld({ script: [{ text: 'grey' }] })
    const [png, pdf] = [await grey(12, 8), await emptyPdf(2)]
    const files = { 'dot.png': png, 'paper.pdf': pdf }
    for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(world.root, name), bytes)
    const attach = Object.keys(files).flatMap((name) => ['--attach', path.join(world.root, name)])
    const { code, err, of } = await run(world, [...attach, 'What is it?'])
    expect([code, err]).toEqual([0, ''])
    expect(of('turn.started')).toMatchObject([
      {
        attachments: [
          { name: 'dot.png', media: { width: 12, height: 8 } },
          { name: 'paper.pdf', media: { pages: 2 } },
        ],
      },
    ])
    expect(world.model.requests[0]?.raw).toContain(png.toString('base64'))
    expect(world.model.requests[0]?.raw).toContain(pdf.toString('base64'))
  })

  it('says which image or PDF does not decode, and leaves no session behind', async () => {
    const world = await openWorld({ script: [] })
    for (const [name, bytes] of [
      ['cut.png', (await grey(12, 8)).subarray(0, 60)],
      ['cut.pdf', Buffer.from('%PDF-1.7\n')],
    ] as const) {
      const file = path.join(world.root, name)
      await writeFile(file, bytes)
      const ended = await mew(world, ['run', '--attach', file, 'look'])
      expect([ended.code, ended.out, ended.err.split('\n')[0]]).toEqual([
        2,
        '',
        `files.damaged: ${name} does not decode: it is damaged, or cut off.`,
      ])
    }
    expect(world.model.requests).toEqual([])
    expect(JSON.parse((await mew(world, ['sessions', 'list', '--json'])).out)).toEqual([])
  })

  it.for([
    { name: 'tool.bin', bytes: Buffer.from([1, 2, 0, 4]), code: 'files.unsupported', says: 'is no text, image' },
    { name: 'big.txt', bytes: Buffer.alloc(1_048_577, 'a'), code: 'files.too_large', says: 'larger than 1 MB' },
    { name: 'missing.txt', bytes: undefined, code: 'files.unreadable', says: 'cannot be read' },
    { name: '.', bytes: undefined, code: 'files.unreadable', says: 'cannot be read' },
  ])('says why $name cannot be sent, in the project and elsewhere, and asks nothing', async ({ name, bytes, code, says }) => {
    const world = await openWorld({ script: [] })
    for (const folder of [world.project, world.root]) {
      const file = path.join(folder, name)
      if (bytes) await writeFile(file, bytes)
      const ended = await mew(world, ['run', '--attach', file, 'look'])
      expect([ended.code, ended.out, ended.err.split(':')[0]]).toEqual([2, '', code])
      expect(ended.err).toContain(says)
    }
    expect(world.model.requests).toEqual([])
    expect(JSON.parse((await mew(world, ['sessions', 'list', '--json'])).out)).toEqual([])
  })
})

describe('sessions', { timeout: 60_000 }, () => {
  it('are not kept with --no-save: not the words, not the call, not the name', async () => {
    const script: ModelStep[] = [
      { text: 'quiet answer', calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'quiet content' } }] },
      { text: 'quiet end' },
    ]
    const world = await openWorld({ script })
    const { code, of } = await run(world, ['--no-save', '--mode', 'acceptEdits', 'quiet wish'], { env: { MEWCODE_LOG: 'debug' } })
    expect([code, of('turn.finished')[0]?.text, await world.read('a.txt')]).toEqual([0, 'quiet end', 'quiet content'])
    for (const words of ['quiet', of('turn.finished')[0]?.sessionId ?? 'no id']) expect(await filesHolding(words, world.home)).toEqual([])
    expect(JSON.parse((await mew(world, ['sessions', 'list', '--json'])).out)).toEqual([])
    const next = await mew(world, ['run', '--continue', 'go on'])
    expect([next.code, next.out, next.err.split(':')[0]]).toEqual([2, '', 'session.none_to_continue'])
  })

  it('are those of their folder', async () => {
    const world = await openWorld({ script: [{ text: 'one' }] })
    const first = await run(world, ['here'])
    const elsewhere = path.join(world.root, 'elsewhere')
    await mkdir(elsewhere)
    const id = first.events[0]?.sessionId ?? ''
    for (const [argv, code] of [
      [['run', '--session', '01900000-0000-7000-8000-000000000000', 'x'], 'session.not_found'],
      [['run', '--session', '../../etc', 'x'], 'session.not_found'],
      [['run', '--project', elsewhere, '--session', id, 'x'], 'session.not_found'],
      [['run', '--project', elsewhere, '--continue', 'x'], 'session.none_to_continue'],
      [['run', '--session', id, '--continue', 'x'], 'usage.option_conflict'],
      [['sessions', 'show', 'nothing'], 'session.not_found'],
    ] as const) {
      const ended = await mew(world, argv)
      expect([argv, ended.code, ended.out, ended.err.split(':')[0]]).toEqual([argv, 2, '', code])
    }
    expect(world.model.requests).toHaveLength(1)
  })

  it('without a word are not what --continue means', async () => {
    const world = await openWorld({ script: [{ text: 'one' }, { text: 'two' }] })
    const first = await run(world, ['said'])
    // The key is missing: nothing was said in this one.
    expect((await mew(world, ['run', 'unsaid'], { env: { E2E_KEY: '' } })).code).toBe(2)
    const { code, of } = await run(world, ['--continue', 'more'])
    expect([code, of('session.started')[0]?.sessionId]).toEqual([0, first.events[0]?.sessionId])
  })

  it('are driven by one process at a time', async () => {
    const world = await openWorld({ script: [{ text: 'one' }, { text: 'two', gate: never }, { text: 'three' }] })
    await run(world, ['first'])
    const busy = startRun(world, ['--continue', 'second'])
    await world.model.received(2)
    const other = await mew(world, ['run', '--continue', 'third'])
    expect([other.code, other.out, other.err.split('.')[0]]).toEqual([2, '', 'session'])
    expect(other.err).toMatch(/^session\.busy: /)
    busy.child.kill('SIGINT')
    expect((await busy.ended).code).toBe(130)
    const { code, of } = await run(world, ['--continue', 'fourth'])
    expect([code, of('turn.finished')[0]?.text, world.model.refusals]).toEqual([0, 'three', []])
    expect(world.model.requests.at(-1)?.raw).not.toContain('third')
  })
})

it.for(['--allow', '--deny'])('refuses a misspelled rule for %s before anything runs', async (option) => {
  const world = await openWorld({ script: [] })
  for (const rule of ['Bash(npm test', 'Bahs(npm test)', '(x)']) {
    const { code, out, err } = await mew(world, ['run', option, rule, 'go'])
    expect([code, out, err.split('\n')[0]]).toEqual([2, '', `usage.bad_value: ${option} does not take “${rule}”.`])
  }
  expect(world.model.requests).toEqual([])
})

describe("a project that sends its provider's key elsewhere", { timeout: 60_000 }, () => {
  it.for(['en', 'zh-CN'] as const)('is not followed until it is trusted, and the notice names file and key in %s', async (language) => {
    const other = await startModelServer({ protocol: 'anthropic', script: [{ text: 'from elsewhere' }] })
    onTestFinished(() => other.close())
    const theirs = `providers:\n  - name: scripted\n    base_url: ${other.baseUrl}\n`
    const world = await openWorld({
      script: [{ text: 'from home' }],
      files: { '.mewcode/config.yaml': theirs },
      env: { MEWCODE_LANG: language },
    })
    const careful = await mew(world, ['run', 'hi'])
    expect([careful.code, careful.out, other.requests.length]).toEqual([0, 'from home\n', 0])
    expect(careful.err).toMatch(/^config\.untrusted: /)
    for (const part of ['.mewcode/config.yaml', 'base_url']) expect(careful.err).toContain(part)
    expect(/[一-鿿]/.test(careful.err)).toBe(language === 'zh-CN')

    const trusting = await mew(world, ['run', '--trust', 'hi'])
    expect([trusting.code, trusting.out, trusting.err]).toEqual([0, 'from elsewhere\n', ''])
    expect([world.model.requests.length, other.requests.length]).toEqual([1, 1])
    expect(careful.err + trusting.err).not.toContain(PLANTED_KEY)
  })
})

it('speaks Chinese where it is asked to, with the same codes', async () => {
  const world = await openWorld({ script: [{ status: 401 }], env: { MEWCODE_LANG: 'zh-CN' } })
  const refused = await mew(world, ['run', 'hi'])
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^provider\.auth: scripted 拒绝了这个密钥/) })
  expect((await mew(world, ['run', '--nope'])).err).toMatch(/^usage\.unknown_option: .*没有选项 --nope/)
  expect((await mew(world, ['run', '--help'])).out).toContain('不开窗口')
})

async function openWorld(options: WorldOptions): Promise<World> {
  const world = await makeWorld(options)
  onTestFinished(() => world.close())
  return world
}

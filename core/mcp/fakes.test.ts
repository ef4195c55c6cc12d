import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
const folder = mkdtempSync(join(tmpdir(), 'mewcode-mcp-fakes-'))
afterEach(() => core.close())
afterAll(() => rmSync(folder, { recursive: true }))

const words = ['two words', '"quoted" \'too\'', '$HOME ${HOME} $(id) `id`', '*.ts', 'naïve 项目 🦀', '--flag=a=b', '']

const texts = (): string[] =>
  core.events.of('tool.finished').map(({ content }) => content.map((block) => (block.type === 'text' ? block.text : '')).join(''))

it('what servers do in the middle of a call, with their list, their arguments and after their time costs nobody else anything', async () => {
  const report = mcpFixture('13-env-report')
  const call = (name: string, input = {}) => ({ calls: [{ name, input }] })
  core = await connectCore({
    providerYaml: mcpYaml({
      asks: mcpFixture('08-progress-timeout-cancel', { FAKE_LOG: join(folder, 'asks') }),
      late: { ...mcpFixture('02-hang-initialize', { MODE: 'late', DELAY: '900' }), timeouts: { connect: '600ms' } },
      many: mcpFixture('06-many-tools-paged', { TOTAL: '4' }),
      words: { ...report, args: [...report.args, ...words] },
    }),
    script: [
      call('mcp__asks__sub'),
      call('mcp__many__shrink'),
      call('mcp__many__tool_003'),
      call('mcp__words__report'),
      call('mcp__asks__slow_silent', { seconds: 0.01 }),
      { text: 'ok' },
    ],
  })
  const states = async () => (await core.rpc.mcp.status({})).map(({ name, state }) => `${name} ${state}`)
  const expected = ['asks ready', 'late failed', 'many ready', 'words ready']
  expect(await states()).toEqual(expected)
  await core.run('go', { mode: 'bypassPermissions' })
  const [asked, , gone, said, after] = texts()
  // Each of its three requests got an answer, whatever it was; a notification nobody knows is passed over.
  expect(asked).toContain('ok')
  const answers = readFileSync(join(folder, 'asks'), 'utf8').match(/"in":"response","id":(\d+)/g)
  expect(answers).toEqual([9000, 9001, 9002].map((id) => `"in":"response","id":${id}`))
  expect(gone).toMatch(/tool_003/)
  expect(core.events.of('tool.finished').map(({ isError }) => isError)).toEqual([false, false, true, false, false])
  expect(JSON.parse((said ?? '').replace(/^From [^\n]*\n<data-\w+>\n/, '').replace(/\n<\/data-\w+>$/, ''))).toMatchObject({
    argv: words,
    cwd: core.project.root,
  })
  expect(after).toContain('late answer')
  // The one that answers after its time is not taken for ready.
  expect(await states()).toEqual(expected)
})

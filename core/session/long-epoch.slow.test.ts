import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import type { Mode } from '../contract/common.ts'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore, type ReceivedRequest } from '../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const turns = 50
const dayMs = 86_400_000
const modes: readonly Mode[] = ['default', 'plan', 'plan', 'acceptEdits', 'bypassPermissions']

/** What a provider caches by: system, tools and each message in turn, without cache marks. */
function pieces({ body }: ReceivedRequest): string[] {
  const plain = JSON.parse(JSON.stringify(body, (key, value) => (key === 'cache_control' ? undefined : value)))
  const { system, instructions, tools, messages = plain.input } = plain
  return [system ?? instructions ?? '', tools, ...messages].map((piece) => createHash('sha256').update(JSON.stringify(piece)).digest('hex'))
}

/** A skill that was not there when the epoch began. */
function putSkill({ platform }: ConnectedCore): void {
  const folder = join(platform.paths.home, 'skills/greet')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: greet\ndescription: greets people\n---\n\nSay hello to everybody.\n')
}

it.each(['anthropic', 'openai', 'openai-responses'] as const)(
  'sends each request of fifty turns as the one before plus messages at the end (%s)',
  async (protocol) => {
    // From half past midnight, so that the count of days does not depend on when the test runs.
    let ahead = new Date().setHours(0, 30, 0, 0) - Date.now()
    const app = (open = await connectCore({
      protocol,
      files: {
        'a.txt': 'a',
        'AGENTS.md': 'Version 0.',
        'src/b.txt': 'b',
        'src/CLAUDE.md': 'Of src.',
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.mewcode/commands/look.md': 'Look at $1.',
      },
      providerYaml: `    thinking: true\n    effort: low\n${mcpYaml({ late: { ...mcpFixture('13-env-report'), enabled: false } })}`,
      clock: { ...systemClock, now: () => systemClock.now() + ahead },
      script: (_body, n) =>
        n % 2 === 0
          ? {
              thinking: `hm ${n} `,
              text: 'look',
              calls: [
                ...Array.from({ length: n % 20 === 0 ? 12 : 1 }, () => ({
                  name: 'read_file',
                  input: { path: n < 30 ? 'a.txt' : 'src/b.txt' },
                })),
                ...(n === 2 * 22 ? [{ name: 'load_skill', input: { name: 'greet' } }] : []),
                ...(n === 2 * 34 ? [{ name: 'call_tool', input: { name: 'mcp__late__report', arguments: {} } }] : []),
              ],
            }
          : { text: `done ${n}` },
    }))
    const sessionId = await app.newSession()
    for (let turn = 0; turn < turns; turn++) {
      const mode = modes[turn % modes.length] ?? 'default'
      await app.rpc.sessions.setMode({ sessionId, mode })
      // Every fourth turn is on another day.
      ahead += dayMs / 4
      const note = { level: 'project', type: 'project_knowledge', title: 'count', content: `Turn ${turn}.` } as const
      if (turn % 7 === 3) await app.rpc.memory.save(note)
      if (turn % 9 === 4) app.project.write('.git/HEAD', `ref: refs/heads/work-${turn}\n`)
      if (turn % 11 === 5) app.project.write('AGENTS.md', `Version ${turn}.`)
      if (turn === 16) putSkill(app)
      if (turn === 25) await app.rpc.settings.set({ language: 'zh-CN' })
      if (turn === 28) {
        await app.rpc.mcp.setEnabled({ name: 'late', enabled: true })
        await app.rpc.mcp.status({})
      }
      const text = turn % 5 === 1 ? '/look a.txt' : `prompt ${turn} @a.txt`
      expect((await app.run(text, { sessionId })).stopReason).toBe('end_turn')
    }
    const { requests, refusals } = app.model
    expect([requests.length, refusals]).toEqual([2 * turns, []])
    for (const [index, request] of requests.entries()) {
      const before = index === 0 ? [] : pieces(requests[index - 1] ?? request)
      expect(pieces(request).slice(0, before.length)).toEqual(before)
      expect(request.raw.match(/"cache_control"/g)?.length ?? 0).toBeLessThanOrEqual(4)
    }
    const last = requests.at(-1)?.raw ?? ''
    const told = (what: RegExp): number => last.match(what)?.length ?? 0
    // The first of the dates and branches stands in the system text, and each change is told once.
    expect([told(/(?:Date: |日期：)\d/g), told(/(?:Git branch: |Git 分支：)[mw]/g)]).toEqual([1 + Math.floor(turns / 4), 1 + 6])
    expect([told(/Version \d+\./g), told(/Turn \d+\.\W/g), told(/Of src\./g), told(/Look at a\.txt\./g)]).toEqual([1 + 5, 7, 1, 10])
    // A skill and a server's tools that came later: told once, and used.
    expect([told(/- greet: greets people/g), told(/Say hello to everybody/g), told(/- mcp__late__report: /g)]).toEqual([1, 1, 1])
    expect(
      app.events
        .of('tool.finished')
        .filter(({ name }) => name === 'mcp__late__report')
        .map(({ isError }) => isError),
    ).toEqual([false])
    expect([told(/(?:Permission mode: plan\.|权限模式：plan。)/g), told(/Plan mode is over\.|计划模式已结束。/g)]).toEqual([10, 10])
  },
  60_000,
)

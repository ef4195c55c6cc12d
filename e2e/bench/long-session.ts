import { join } from 'node:path'
import type { Message } from '../../core/contract/messages.ts'
import { systemClock } from '../../core/base/clock.ts'
import type { Storage } from '../../core/storage/types.ts'
import { loadSources } from './sources.ts'

/** Prompts, answers with a call, results and endings as a long working day leaves them. */
export const LONG = 10_000

/** A further connection to the home's database, with a thread for bulk work. */
export async function openStore(home: string): Promise<Storage> {
  const { openStorage } = await loadSources()
  return openStorage({
    path: join(home, 'mewcode.db'),
    clock: systemClock,
    log: { log: () => undefined },
    program: 'bench',
    hasWindows: true,
  })
}

/** What each turn does: its result is folded at first, or open. */
export type LongTool = 'read_file' | 'grep'

/** Fills a session of the project with turns of five messages each, `LONG` altogether when nothing is said; answers its id. */
export async function makeLongSession(home: string, projectPath: string, turns = LONG / 5, tool: LongTool = 'read_file'): Promise<string> {
  const storage = await openStore(home)
  const project = storage.projects.open(projectPath)
  const about = { provider: 'scripted', model: 'claude-sonnet-5-5', mode: 'bypassPermissions' } as const
  const { id } = storage.sessions.create({ projectId: project.id, title: 'A long day', ...about })
  for (let n = 0; n < turns; n += 1) {
    for (const message of turn(n, tool)) storage.messages.append(id, message, { lastSeq: n * 12 + 12 })
  }
  await storage.close()
  return id
}

const usage = { inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 9_000, cacheWriteTokens: 0, costUsd: 0.01 }

function turn(n: number, name: LongTool): Message[] {
  const turnId = `turn-${n}`
  const base = { turnId, createdAt: 1_750_000_000_000 + n * 60_000 }
  const answer = { ...base, role: 'assistant', provider: 'bench', model: 'claude-sonnet-5-5', usage } as const
  return [
    {
      ...base,
      role: 'user',
      id: turnId,
      text: `Please look at part ${n} of the parser. ${'Why does it fail? '.repeat(5)}`,
      attachments: [],
      reminders: [],
    },
    {
      ...answer,
      id: `${turnId}-1`,
      step: 1,
      parts: [
        { type: 'text', text: `I will read part ${n}.` },
        {
          type: 'tool_call',
          toolCallId: `call-${n}`,
          name,
          input: name === 'grep' ? { pattern: `part${n}` } : { path: `src/part-${n}.ts` },
          category: 'read',
          readOnly: true,
        },
      ],
    },
    {
      ...base,
      role: 'tool',
      id: `${turnId}-2`,
      toolCallId: `call-${n}`,
      name,
      content: [{ type: 'text', text: `export const part${n} = ${n}\n`.repeat(20) }],
      isError: false,
      durationMs: 3,
      meta: { path: `src/part-${n}.ts`, count: 20 },
    },
    {
      ...answer,
      id: `${turnId}-3`,
      step: 2,
      parts: [{ type: 'text', text: `Part ${n} was fine. ${'It reads a token and goes on. '.repeat(8)}` }],
    },
    { ...base, role: 'ending', id: `${turnId}-4`, stopReason: 'end_turn', usage, durationMs: 2_000 },
  ]
}

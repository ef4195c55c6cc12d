import { fromMessages } from '../contract/fold.ts'
import type { Message } from '../contract/messages.ts'
import type { Row, SessionView } from '../contract/view.ts'
import type { Storage } from '../storage/types.ts'
import type { LiveSession } from './live-session.ts'

const PAGE_MESSAGES = 50
const AGENTS = 50
/** Of JSON in characters: with room for three bytes each, an answer stays under the 1 MB of a frame. */
const PAGE_CHARS = 300_000

/** What belongs together: a prompt, an ending, or an answer with the results of its calls. */
interface Group {
  readonly messageId: string
  readonly rows: readonly Row[]
}

interface Page {
  readonly groups: readonly Group[]
  readonly hasMore: boolean
}

/** The newest rows: those of stored turns, then what events made of the running one. */
export function snapshot(storage: Storage, live: LiveSession): SessionView {
  const running = newestGroups(groupsOfRows(live.view.rows))
  const runningTurn = live.view.turn?.turnId
  const room = PAGE_CHARS - running.chars
  // A prompt's message has its turn's id, so this is what was stored before the running turn.
  const stored =
    room > PAGE_CHARS / 2 && !running.isCut
      ? readPage(storage, live.id, { before: runningTurn, room })
      : { groups: [], hasMore: running.isCut || hasStored(storage, live.id, runningTurn) }
  remember(live, stored)
  return {
    ...live.view,
    agents: withStored(storage, live),
    agentsTotal: usedByAgents(storage, live.id),
    rows: [...stored.groups, ...running.groups].flatMap((group) => group.rows),
    hasMore: stored.hasMore,
  }
}

function usedByAgents({ usage }: Storage, id: string): SessionView['agentsTotal'] {
  const { knownUsd: _known, ...used } = usage.ofTree(id, { withRoot: false })
  return used
}

/** Agents this process has seen at work, and those of earlier ones as their cards say. */
function withStored(storage: Storage, { id, record, view }: LiveSession): SessionView['agents'] {
  if (record.agent) return view.agents
  const known = new Set(view.agents.map(({ agentId }) => agentId))
  const cards = storage.tasks
    .list({ projectId: undefined, sessionId: id, limit: AGENTS })
    .filter((task) => task.run > 0 && !known.has(task.id))
  const earlier = cards.map((task) => ({ agentId: task.id, task, step: 0, text: '', calls: [] }))
  return [...earlier.toReversed(), ...view.agents].slice(-AGENTS)
}

/** The rows before the row `before`, which some page began with. */
export function history(storage: Storage, live: LiveSession, before: string): { rows: Row[]; hasMore: boolean } {
  const messageId = live.pageStarts.get(before) ?? findMessage(storage, live.id, before)
  if (messageId === undefined) return { rows: [], hasMore: false }
  const page = readPage(storage, live.id, { before: messageId, room: PAGE_CHARS })
  remember(live, page)
  return { rows: page.groups.flatMap((group) => [...group.rows]), hasMore: page.hasMore }
}

function hasStored(storage: Storage, sessionId: string, before: string | undefined): boolean {
  return storage.messages.page({ sessionId, before, limit: 1 }).messages.length > 0
}

function remember(live: LiveSession, { groups }: Page): void {
  // What is hidden makes a group without rows.
  const first = groups.find(({ rows }) => rows.length > 0)
  const row = first?.rows[0]
  if (first && row) live.pageStarts.set(row.id, first.messageId)
}

function readPage(storage: Storage, sessionId: string, { before, room }: { before: string | undefined; room: number }): Page {
  const { groups, hasMore } = readGroups(storage, sessionId, before)
  const newest = newestGroups(groups, room)
  return { groups: newest.groups, hasMore: hasMore || newest.isCut }
}

/** A page that begins with a group's first message; results whose call is on the page before are left to that page. */
function readGroups(storage: Storage, sessionId: string, before: string | undefined): Page {
  const messages: Message[] = []
  for (let from = before; ; from = messages[0]?.id) {
    const page = storage.messages.page({ sessionId, before: from, limit: PAGE_MESSAGES })
    messages.unshift(...page.messages)
    const start = messages.findIndex((message) => !belongsToEarlier(message))
    if (start < 0 && page.hasMore) continue
    return { groups: groupsOfMessages(messages.slice(Math.max(0, start))), hasMore: page.hasMore }
  }
}

/** Results, and what was run meanwhile: they may stand between a call and its result. */
function belongsToEarlier({ role }: Message): boolean {
  return role === 'tool' || role === 'aside'
}

function groupsOfMessages(messages: readonly Message[]): Group[] {
  const groups: Message[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (last && belongsToEarlier(message)) last.push(message)
    else groups.push([message])
  }
  return groups.map((group) => ({ messageId: group[0]?.id ?? '', rows: fromMessages(group) }))
}

function groupsOfRows(rows: readonly Row[]): Group[] {
  const groups: { messageId: string; rows: Row[] }[] = []
  let current: string | undefined
  for (const row of rows) {
    const key = 'step' in row ? `${row.turnId}:${row.step}` : row.id
    if (key === current) groups.at(-1)?.rows.push(row)
    else groups.push({ messageId: '', rows: [row] })
    current = key
  }
  return groups
}

/** As many of the newest as fit; always one. */
function newestGroups(groups: readonly Group[], room = PAGE_CHARS): { groups: readonly Group[]; chars: number; isCut: boolean } {
  let chars = 0
  for (let index = groups.length - 1; index >= 0; index -= 1) {
    const size = JSON.stringify(groups[index]?.rows).length
    if (chars + size > room && index < groups.length - 1) return { groups: groups.slice(index + 1), chars, isCut: true }
    chars += size
  }
  return { groups, chars, isCut: false }
}

function findMessage(storage: Storage, sessionId: string, rowId: string): string | undefined {
  for (let before: string | undefined; ;) {
    const { groups, hasMore } = readGroups(storage, sessionId, before)
    const found = groups.find((group) => group.rows[0]?.id === rowId)
    if (found || !hasMore) return found?.messageId
    before = groups[0]?.messageId
  }
}

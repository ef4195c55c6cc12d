import { TurnStop } from '../agent/index.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import type { ErrorCode } from '../contract/error-texts.ts'
import { spentAgentBudget } from './agent-budget.ts'
import type { LiveSession } from './live-session.ts'
import { createPerson } from './questions.ts'
import { tellOnce } from './tell-once.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

/** From this part of a budget on it is warned of. */
const NEAR = 0.8

const spans = ['session', 'day', 'month'] as const
type Span = (typeof spans)[number]

const words = {
  en: {
    header: 'Budget',
    text: 'The budget of this {span} is spent: ${spent} of ${limit}. Go on all the same?',
    spans: { session: 'session', day: 'day', month: 'month' },
    goOn: 'Go on',
    goOnNote: 'Until MewCode is started anew',
    stop: 'Stop here',
    stopNote: 'What was done is kept',
  },
  'zh-CN': {
    header: '预算',
    text: '{span}的预算用完了：${spent} / ${limit}。还要继续吗？',
    spans: { session: '这个会话', day: '今天', month: '这个月' },
    goOn: '继续',
    goOnNote: '到 MewCode 重新启动为止',
    stop: '停在这里',
    stopNote: '已完成的都在',
  },
} as const

/**
 * Whether the next request may be paid for. Warns once from 80 % on; at the limit it asks the person, and where nobody
 * watches it says no.
 */
export function createBudgetGuard(
  deps: SessionDeps,
  live: LiveSession,
  { turnId, runtime, signal }: { turnId: string; runtime: TurnRuntime; signal: AbortSignal },
): () => Promise<boolean> {
  const { budget, agentBudget, language } = runtime

  function tell(code: Extract<ErrorCode, `session.budget_${string}`>, params: Readonly<Record<string, string>>): void {
    tellOnce(live, turnId, [toWireError(new AppError(code, { params }))])
  }

  async function mayGoOn(span: Span, spent: number, limit: number): Promise<boolean> {
    if (live.root.overspends.has(span)) return true
    const params = { spent: spent.toFixed(2), limit: limit.toFixed(2) }
    if (deps.headless) {
      tell(`session.budget_${span}`, params)
      return false
    }
    const { header, text, spans: names, goOn, goOnNote, stop, stopNote } = words[language]
    const values = new Map<string, string>([...Object.entries(params), ['span', names[span]]])
    const options = [
      { label: goOn, description: goOnNote },
      { label: stop, description: stopNote },
    ]
    const question = {
      header,
      text: text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole),
      options,
      multiSelect: false,
    }
    const { answers } = await createPerson(live, { turnId, toolCallId: '', signal }).choose([question])
    if (answers[0]?.chosen[0] !== goOn) return false
    live.root.overspends.add(span)
    return true
  }

  return async () => {
    const spent = live.record.agent ? spentAgentBudget(deps.storage, live.id, agentBudget) : undefined
    if (spent) {
      live.turn?.stop(new TurnStop('limit', toWireError(spent)))
      return false
    }
    for (const span of spans) {
      const limit = budget[span]
      if (limit === undefined) continue
      const spent = spentIn(deps, live, span)
      if (spent >= limit && !(await mayGoOn(span, spent, limit))) return false
      if (spent >= NEAR * limit && spent < limit) tell(`session.budget_near_${span}`, { limit: limit.toFixed(2) })
    }
    return true
  }
}

/** US dollars; requests whose price is not known count as nothing. */
function spentIn({ storage, clock }: SessionDeps, live: LiveSession, span: Span): number {
  if (span === 'session') return storage.usage.ofTree(live.root.id, { withRoot: true }).knownUsd
  const since = new Date(clock.now())
  since.setHours(0, 0, 0, 0)
  if (span === 'month') since.setDate(1)
  return storage.usage.costSince(since.getTime())
}

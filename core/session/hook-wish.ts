import type { Decision, HookWish, RunnableCall } from '../agent/index.ts'
import type { HookMark } from '../contract/hooks.ts'
import { markOf } from '../hooks/index.ts'
import type { Verdict } from '../permission/index.ts'
import { callFields, hookPlace, hookSays, stopTurn } from './hooks.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/**
 * The layers' word once a hook has had its say. An allow counts as a rule in the person's settings would: nothing that forbids is
 * lifted, nor what no rule may allow.
 */
export function withWish(verdict: Verdict, wish: HookWish | undefined): Verdict {
  if (wish?.decision === 'ask' && verdict.decision === 'allow') {
    const reason = { code: 'permission.hook_asks' as const, params: { hook: wish.hook, reason: wish.reason } }
    return {
      ...verdict,
      decision: 'ask',
      layer: 'rule',
      rule: `hook ${wish.hook}`,
      source: undefined,
      reason,
      suggestions: [],
      allowRule: undefined,
    }
  }
  if (wish?.decision === 'allow' && verdict.decision === 'ask' && verdict.allowRule !== undefined)
    return { ...verdict, decision: 'allow', layer: 'rule', rule: `hook ${wish.hook}`, source: undefined }
  return verdict
}

export interface Asked {
  readonly refusal: Decision | undefined
  readonly wish: HookWish | undefined
  readonly marks: readonly HookMark[] | undefined
}

/** Before a person is asked about a call. */
export async function askHooks(
  hooks: NonNullable<SessionDeps['hooks']>,
  live: LiveSession,
  { turnId, call, signal }: { turnId: string; call: RunnableCall; signal: AbortSignal },
): Promise<Asked> {
  const { block, allow, stop, runs } = await hooks.dispatch(
    'PermissionRequest',
    hookPlace(live, turnId, call.toolCallId),
    callFields(call),
    signal,
  )
  const marks = runs.length === 0 ? undefined : runs.map(markOf)
  const no = block ?? stop
  if (stop) stopTurn(live, turnId, stop)
  return {
    refusal: no && { kind: 'refuse', text: hookSays(no), meta: marks ? { hooks: [...marks] } : {} },
    wish: allow && { decision: 'allow', hook: allow.by, reason: allow.reason },
    marks,
  }
}

/** For a call that runs. */
export function marked(marks: Asked['marks']): { marks?: readonly HookMark[] } {
  return marks ? { marks } : {}
}

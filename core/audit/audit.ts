import type { Clock } from '../base/clock.ts'
import type { AuditRow } from '../contract/audit.ts'
import type { SessionEvent, SessionEventOf } from '../contract/events.ts'
import type { HookOutcome } from '../contract/hooks.ts'
import type { ToolCallPart } from '../contract/messages.ts'
import type { Logger } from '../platform/platform.ts'
import type { AuditRepository } from '../storage/types.ts'
import { digestOf, readableArguments } from './arguments.ts'
import { errorClassOf } from './error-class.ts'

const DAY_MS = 86_400_000
/** Days a row is kept. */
const KEPT_DAYS = 90

export interface AuditDeps {
  readonly rows: AuditRepository
  readonly clock: Clock
  readonly log: Logger
  readonly osUser: string
  readonly redact: (text: string) => string
  /** Real path of a session's project. */
  readonly projectRootOf: (sessionId: string) => string
  /** A call of the session's newest turn. */
  readonly storedCall: (sessionId: string, toolCallId: string) => Call | undefined
}

/** Keeps one row of everything that was done, from what the sessions tell. */
export interface Audit {
  onEvent(event: SessionEvent): void
  /** One row a run. */
  hookRan(ran: HookRan): void
  /** `item`: one thing in the folder; else the folder as a whole, with `items`, what it listed then. */
  trustChanged(change: TrustChange): void
  /** A person put something in that was not there before. */
  installed(what: { projectRoot: string; kind: 'mcp' | 'skill' | 'plugin'; name: string }): void
  /** Rows that could not be written: they are logged, and no turn ends for their sake. */
  readonly lost: number
}

export interface TrustChange {
  readonly projectRoot: string
  readonly item?: string
  readonly items?: readonly string[]
  readonly decision: 'allow' | 'deny' | 'revoke'
}

export interface HookRan {
  readonly run: Readonly<Record<'rule' | 'event' | 'source', string>> &
    Readonly<Record<'durationMs' | 'stdoutBytes', number>> & { readonly outcome: HookOutcome; readonly failure: unknown }
  readonly projectRoot: string
  readonly sessionId: string
  readonly turnId: string
  readonly agentId: string
  readonly payloadBytes: number
}

type Call = Pick<ToolCallPart, 'name' | 'category' | 'readOnly' | 'input'>

export function createAudit({ rows, clock, log, osUser, redact, projectRootOf, storedCall }: AuditDeps): Audit {
  const open = new Map<string, Call>()
  let lost = 0

  function add(row: Omit<AuditRow, 'id' | 'ts' | 'osUser'>): void {
    try {
      // A rule may hold a whole command, and an item's name anything.
      const rule = row.rule === null ? null : redact(row.rule)
      rows.add({ ...row, tool: redact(row.tool), rule, ts: clock.now(), osUser })
    } catch (error) {
      lost += 1
      log.log('error', 'audit', 'row not written', { tool: row.tool, kind: row.kind, detail: String(error) })
    }
  }

  function rowOf(event: Pick<SessionEvent, 'sessionId' | 'turnId' | 'agentId'> & { toolCallId: string }, kind: 'tool' | 'approval') {
    // A turn that goes on after a restart says nothing anew of the calls it had made.
    const call = open.get(event.toolCallId) ?? storedCall(event.sessionId, event.toolCallId)
    return {
      kind,
      projectRoot: projectRootOf(event.sessionId),
      sessionId: event.sessionId,
      turnId: event.turnId,
      agentId: event.agentId ?? '',
      tool: call?.name ?? '',
      category: call?.category ?? null,
      readOnly: call?.readOnly ?? false,
      argsDigest: digestOf(call?.input),
      argsRedacted: readableArguments(call?.input, redact),
    }
  }

  function finished(event: SessionEventOf<'tool.finished'>): void {
    const { meta, content, durationMs, isError, name } = event
    const by = meta.denied ?? meta.allowed
    const no = meta.allowed ? undefined : meta.hooks?.find(({ outcome }) => outcome === 'blocked' || outcome === 'stopped')
    add({
      ...rowOf(event, 'tool'),
      tool: name,
      decision: meta.denied || no ? 'deny' : 'allow',
      layer: meta.approval?.by === 'user' ? 'human' : (by?.layer ?? null),
      rule: no ? `hook ${no.hook}` : (by?.rule ?? null),
      durationMs,
      resultBytes: content.reduce((sum, block) => sum + (block.type === 'text' ? Buffer.byteLength(block.text) : block.size), 0),
      isError,
      errorClass: no ? 'denied' : isError ? errorClassOf(meta) : null,
    })
    open.delete(event.toolCallId)
  }

  // Off the path of the start; a long pause leaves more than one sweep takes, and the next start goes on.
  setImmediate(() => {
    try {
      rows.sweep(clock.now() - KEPT_DAYS * DAY_MS)
    } catch (error) {
      log.log('warn', 'audit', 'old rows not swept', { detail: String(error) })
    }
  })

  return {
    onEvent(event) {
      if (event.type === 'tool.requested') open.set(event.toolCallId, event)
      if (event.type === 'tool.finished') finished(event)
      if (event.type === 'approval.resolved') {
        const { decision, reason } = event
        const none = { durationMs: 0, resultBytes: 0, isError: false, errorClass: null }
        add({ ...rowOf(event, 'approval'), decision, layer: 'human', rule: reason ?? null, ...none })
      }
    },
    installed({ projectRoot, kind, name }) {
      const given = { argsDigest: digestOf({ kind, name }), argsRedacted: readableArguments({ kind, name }, redact) }
      add({ kind: 'install', projectRoot, ...nowhere, tool: name, ...given, decision: 'allow', layer: 'human', rule: null, ...none })
    },
    hookRan({ run, payloadBytes, ...where }) {
      const { rule, event, source, outcome, durationMs, stdoutBytes, failure } = run
      const given = { event, source, outcome, payloadBytes }
      const isError = failure !== undefined
      add({
        kind: 'hook',
        ...where,
        tool: rule,
        category: null,
        readOnly: false,
        argsDigest: digestOf(given),
        argsRedacted: readableArguments(given, redact),
        decision: outcome === 'blocked' || outcome === 'stopped' ? 'deny' : 'allow',
        layer: null,
        rule: event,
        durationMs,
        resultBytes: stdoutBytes,
        isError,
        errorClass: isError ? 'tool' : null,
      })
    },
    trustChanged({ projectRoot, item, items = [], decision }) {
      const what = item === undefined ? { folder: projectRoot, items } : { item }
      const given = { argsDigest: digestOf(what), argsRedacted: readableArguments(what, redact) }
      add({ kind: 'trust', projectRoot, ...nowhere, tool: item ?? projectRoot, ...given, decision, layer: 'human', rule: null, ...none })
    },
    get lost() {
      return lost
    },
  }
}

/** Of what happens outside sessions. */
const nowhere = { sessionId: '', turnId: '', agentId: '', category: null, readOnly: false }
const none = { durationMs: 0, resultBytes: 0, isError: false, errorClass: null }

import type { Clock } from '../base/clock.ts'
import type { AuditRow } from '../contract/audit.ts'
import { classOfCode } from '../contract/error-class.ts'
import type { SessionEvent, SessionEventOf } from '../contract/events.ts'
import type { ToolCallPart } from '../contract/messages.ts'
import type { Logger } from '../platform/platform.ts'
import type { AuditRepository } from '../storage/types.ts'
import { digestOf, readableArguments } from './arguments.ts'
import { errorClassOf } from './error-class.ts'
import { mcpParts } from './mcp-name.ts'
import { traceIdOf } from './trace-id.ts'
import type { Audit, CredentialUse } from './types.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
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
  /** What an agent's session runs as; undefined: it is a conversation. */
  readonly agentOf: (sessionId: string) => AgentRun | undefined
}

interface AgentRun {
  readonly name: string
  readonly model: string
  /** The session it works for; null: a person started it. */
  readonly parentId: string | null
}

type Call = Pick<ToolCallPart, 'name' | 'category' | 'readOnly' | 'input'>

type NewRow = Omit<AuditRow, 'id' | 'ts' | 'osUser' | 'traceId' | 'argsDigest' | 'argsRedacted'> & { readonly given: unknown }

export function createAudit({ rows, clock, log, osUser, redact, projectRootOf, storedCall, agentOf }: AuditDeps): Audit {
  const open = new Map<string, Call>()
  /** When a use was kept, by place and account. */
  const used = new Map<string, number>()
  let lost = 0

  function add({ given, ...row }: NewRow): void {
    try {
      // A rule may hold a whole command, and an item's name anything.
      const rule = row.rule === null ? null : redact(row.rule)
      const args = { argsDigest: digestOf(given), argsRedacted: readableArguments(given, redact) }
      rows.add({ ...row, ...args, tool: redact(row.tool), rule, traceId: traceIdOf(row.turnId), ts: clock.now(), osUser })
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
      ...placeOf(event),
      tool: call?.name ?? '',
      server: mcpParts(call?.name ?? '')?.server ?? '',
      category: call?.category ?? null,
      readOnly: call?.readOnly ?? false,
      given: call?.input,
    }
  }

  function placeOf({ sessionId, turnId, agentId = '' }: Pick<SessionEvent, 'sessionId' | 'turnId' | 'agentId'>) {
    return { projectRoot: projectRootOf(sessionId), sessionId, turnId, agentId }
  }

  function finished(event: SessionEventOf<'tool.finished'>): void {
    const { meta, content, durationMs, isError, name } = event
    const by = meta.denied ?? meta.allowed
    const no = meta.allowed ? undefined : meta.hooks?.find(({ outcome }) => outcome === 'blocked' || outcome === 'stopped')
    add({
      ...rowOf(event, 'tool'),
      tool: name,
      server: mcpParts(name)?.server ?? '',
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

  /** Who has the conversation from now on. */
  function handedOver(event: SessionEventOf<'agent.changed'>): void {
    const { agent, was, by } = event
    const what = { tool: agent ?? was ?? '', rule: agent === null ? 'return' : 'handoff', given: { agent, was, by } }
    add({ ...nobody, kind: 'agent', ...placeOf(event), ...what, decision: 'allow', layer: by === 'user' ? 'human' : null })
  }

  /** An agent's turn is its run. */
  function agentRan(event: SessionEventOf<'turn.started' | 'turn.finished'>): void {
    const agent = agentOf(event.sessionId)
    if (!agent) return
    const { name, ...facts } = agent
    const row = {
      ...nobody,
      kind: 'agent',
      ...placeOf(event),
      agentId: event.sessionId,
      tool: name,
      decision: 'allow',
      layer: null,
    } as const
    if (event.type === 'turn.started') return add({ ...row, rule: 'start', given: { ...facts, run: 'start' } })
    const { stopReason, text, durationMs, error } = event
    const given = { ...facts, run: 'end', stopReason, ...(error && { error: error.code }) }
    const end = {
      durationMs,
      resultBytes: Buffer.byteLength(text),
      isError: error !== undefined,
      errorClass: error ? classOfCode(error.code) : null,
    }
    add({ ...row, ...end, rule: 'end', given })
  }

  /** Another process, or this one before it was started anew, may have kept it. */
  function isKept({ projectRoot, sessionId, account }: CredentialUse, since: number): boolean {
    try {
      return rows.page({ kind: 'credential', projectRoot, sessionId, tool: redact(account), since, limit: 1 }).rows.length > 0
    } catch (error) {
      log.log('warn', 'audit', 'rows not read', { detail: String(error) })
      return false
    }
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
      if (event.type === 'turn.started' || event.type === 'turn.finished') agentRan(event)
      if (event.type === 'agent.changed') handedOver(event)
      if (event.type === 'approval.resolved') {
        const { decision, reason } = event
        add({ ...rowOf(event, 'approval'), decision, layer: 'human', rule: reason ?? null, ...none })
      }
    },
    installed({ projectRoot, name, action, ...what }) {
      const decision = action === 'remove' ? 'revoke' : 'allow'
      const given = { name, action, ...what }
      add({
        ...nobody,
        kind: 'install',
        projectRoot,
        tool: name,
        server: what.kind === 'mcp' ? name : '',
        decision,
        layer: 'human',
        rule: action,
        given,
      })
    },
    credentialUsed(use) {
      const { projectRoot, sessionId, account, server = '', from } = use
      const key = JSON.stringify([projectRoot, sessionId, account])
      const since = clock.now() - HOUR_MS + 1
      if ((used.get(key) ?? 0) >= since) return
      const isThere = isKept(use, since)
      used.set(key, clock.now())
      if (isThere) return
      const row = { ...nobody, kind: 'credential', projectRoot, sessionId, tool: account, server } as const
      add({ ...row, decision: 'allow', layer: null, rule: from, given: { account, from, ...(server !== '' && { server }) } })
    },
    mcpCalled({ projectRoot, server, tool, input, durationMs, resultBytes, errorClass }) {
      const end = { durationMs, resultBytes, isError: errorClass !== null, errorClass }
      add({ ...nobody, kind: 'mcp', projectRoot, tool, server, given: input, decision: 'allow', layer: 'human', rule: null, ...end })
    },
    hookRan({ run, payloadBytes, ...where }) {
      const { rule, event, source, outcome, durationMs, stdoutBytes, failure } = run
      const isError = failure !== undefined
      add({
        ...nobody,
        kind: 'hook',
        ...where,
        tool: rule,
        given: { event, source, outcome, payloadBytes },
        decision: outcome === 'blocked' || outcome === 'stopped' ? 'deny' : 'allow',
        layer: null,
        rule: event,
        durationMs,
        resultBytes: stdoutBytes,
        isError,
        errorClass: isError ? 'internal' : null,
      })
    },
    trustChanged({ projectRoot, item, items = [], decision }) {
      const given = item === undefined ? { folder: projectRoot, items } : { item }
      add({ ...nobody, kind: 'trust', projectRoot, tool: item ?? projectRoot, given, decision, layer: 'human', rule: null })
    },
    get lost() {
      return lost
    },
  }
}

const none = { durationMs: 0, resultBytes: 0, isError: false, errorClass: null }
/** Of what happens outside sessions. */
const nobody = { sessionId: '', turnId: '', agentId: '', server: '', category: null, readOnly: false, ...none }

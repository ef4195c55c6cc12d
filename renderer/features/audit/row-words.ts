import type { AuditKind, AuditRow } from '../../../core/contract/audit.ts'

/** Whether a row's arguments tell more than its words. */
const SHOWS_ARGUMENTS: Readonly<Record<AuditKind, boolean>> = {
  tool: true,
  mcp: true,
  approval: true,
  trust: false,
  install: false,
  credential: false,
  agent: false,
  hook: true,
}

/** In the order they can be chosen in. */
export const auditKinds = ['tool', 'mcp', 'approval', 'trust', 'install', 'credential', 'agent', 'hook'] as const satisfies AuditKind[]

/** The messages that may tell the row, the most exact first. A kind of a newer host has none of them. */
export function wordKeys({ kind, rule }: Pick<AuditRow, 'kind' | 'rule'>): string[] {
  const base = `keeping.audit.rows.${kind}`
  // What stands there of the other kinds may be anything.
  return rule !== null && /^\w+$/.test(rule) ? [`${base}.${rule}`, base] : [base]
}

export function subjectOf({ server, tool }: Pick<AuditRow, 'server' | 'tool'>): string {
  return [...new Set([server, tool])].filter((part) => part !== '').join(' › ')
}

export function showsArguments({ kind, argsRedacted }: Pick<AuditRow, 'kind' | 'argsRedacted'>): boolean {
  return (SHOWS_ARGUMENTS[kind] ?? true) && argsRedacted !== '{}'
}

import type { PermissionLayer } from '../contract/common.ts'
import type { Rule } from './rules.ts'
import type { PermissionRequest, Reason, RuleSource } from './types.ts'

/** What one layer says of a call or of a piece of it. */
export interface Finding {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly layer: PermissionLayer
  readonly rule?: string
  readonly source?: RuleSource
  readonly reason: Reason
  /** What settles an Ask. `rule`: an allow rule about it. `own`: one of the person's own. `answer`: only an answer to it. */
  readonly lifted?: 'rule' | 'own' | 'answer'
  /** A denial that may apply: `bypassPermissions` does not lift it. */
  readonly isHeld?: boolean
}

const weight = { allow: 0, ask: 1, deny: 2 } as const
const lifting = { rule: 0, own: 1, answer: 2 } as const

/** The one that counts: a denial before an Ask before an allowance, then the one that is hardest to settle, then the first. */
export function strictest(findings: readonly Finding[]): Finding | undefined {
  const hardness = (one: Finding): number =>
    weight[one.decision] * 10 +
    (one.isHeld ? 5 : 0) +
    (one.decision === 'ask' ? lifting[one.lifted ?? 'rule'] : one.rule === undefined ? 0 : 1)
  return findings.reduce<Finding | undefined>((best, one) => (best && hardness(best) >= hardness(one) ? best : one), undefined)
}

export function byRule(decision: Finding['decision'], rule: Rule): Finding {
  return {
    decision,
    layer: 'rule',
    rule: rule.text,
    source: rule.source,
    reason: { code: `permission.rule_${decision}`, params: { rule: rule.text, source: sourceText(rule.source) } },
    ...(decision === 'ask' && { lifted: 'answer' as const }),
  }
}

/** A rule that forbids may be about what the line does not say. */
export function heldByRule(rule: Rule): Finding {
  const params = { rule: rule.text, source: sourceText(rule.source) }
  return { ...byRule('ask', rule), reason: { code: 'permission.rule_may_deny', params }, isHeld: true }
}

/** As a person finds it: the file and the line, else the kind. */
function sourceText({ kind, file, line }: RuleSource): string {
  if (file === undefined) return { policy: 'managed policy', run: 'command line', session: 'session' }[String(kind)] ?? kind
  return line === undefined ? file : `${file}:${line}`
}

/** In `dontAsk` nobody is asked. */
export function forMode(finding: Finding, { mode }: PermissionRequest): Finding {
  return mode === 'dontAsk' && finding.decision === 'ask' ? { ...finding, decision: 'deny' } : finding
}

/** Rules the person wrote or answered, not the author of the folder. */
export function isOwn({ kind }: RuleSource): boolean {
  return kind !== 'project'
}

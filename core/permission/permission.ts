import { judgeCall } from './call.ts'
import { judgeLine } from './line.ts'
import type { OwnPlaces } from './places.ts'
import { readRuleBook } from './rule-book.ts'
import { readRules } from './rules.ts'
import type { ShellReader } from './shell/index.ts'
import type { Permission, PermissionRequest, PermissionRules, Verdict } from './types.ts'

export interface PermissionDeps extends OwnPlaces {
  readonly rules: PermissionRules
  readonly shell: ShellReader
  /** Lines are not for a shell of bash's grammar (PowerShell): each is asked about. */
  readonly isForeignShell?: boolean
  /** The person trusts the folder and what git's configuration in it would run. */
  readonly isGitTrusted?: boolean
}

/** Judges one call by the layers blacklist, sandbox, rules, mode, in this order; a denial of any layer ends the check. */
export function createPermission({ rules, shell, isForeignShell = false, isGitTrusted = false, ...own }: PermissionDeps): Permission {
  const book = readRuleBook(rules)
  return {
    async check(request) {
      // An answer about one call is about its folder too; one about a beginning is a rule like others.
      const beginnings = request.sessionRules.filter((text) => text.endsWith(':*)'))
      const granted = readRules(beginnings.map((text) => ({ text, source: { kind: 'session' } })))
      const ofTurn = readRuleBook({ allow: [], ask: [], deny: [], ...request.turnRules })
      const all = { ...book, allow: [...book.allow, ...granted, ...ofTurn.allow], deny: [...book.deny, ...ofTurn.deny] }
      if (request.command === undefined) return onlyAsSeen(request, await judgeCall(request, all, own))
      return judgeLine(request, request.command, { book: all, own, shell, isForeignShell, isGitTrusted })
    },
  }
}

/** A tool that became another one, or that says so itself, is asked about each time until it is looked at, whatever rules and answers say of its name. */
function onlyAsSeen({ isChanged, asksAlways, mode, toolName }: PermissionRequest, verdict: Verdict): Verdict {
  const code = isChanged ? ('permission.tool_changed' as const) : asksAlways
  if (code === undefined || verdict.decision === 'deny' || mode === 'bypassPermissions') return verdict
  const reason = { code, params: { tool: toolName } }
  const decision = mode === 'dontAsk' ? 'deny' : 'ask'
  return { ...verdict, decision, layer: 'trust', rule: undefined, source: undefined, reason, suggestions: [], allowRule: undefined }
}

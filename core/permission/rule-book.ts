import { allForms, realForm, type Access, type Target } from './places.ts'
import { readRules, type Rule } from './rules.ts'
import type { PermissionRequest, PermissionRules } from './types.ts'

/** All rules of all sources, read. */
export interface RuleBook {
  readonly allow: readonly Rule[]
  readonly ask: readonly Rule[]
  readonly deny: readonly Rule[]
}

export function readRuleBook({ allow, ask, deny }: PermissionRules): RuleBook {
  return { allow: readRules(allow), ask: readRules(ask), deny: readRules(deny) }
}

/**
 * Whether a rule that forbids or asks is about a place: one spelling is enough. What is said of `Read` holds for whatever
 * reads, what is said of `Write` or `Edit` for whatever writes.
 */
export function forbidsPlace(rule: Rule, access: Access, target: Target, { root, userHome }: { root: string; userHome: string }): boolean {
  const { onPath } = rule
  const isAbout = access === 'read' ? rule.namesTool('read_file') : rule.namesTool('write_file') || rule.namesTool('edit_file')
  return onPath !== undefined && isAbout && allForms(target, root).some((form) => onPath(form, userHome, true))
}

/** Whether a rule that allows is about every place, by where it really is. */
export function allowsPlaces(rule: Rule, targets: readonly Target[], request: PermissionRequest, userHome: string): boolean {
  const { onPath } = rule
  if (!onPath || targets.length === 0) return false
  return targets.every((target) => {
    const form = realForm(target, request.projectRoot)
    return form !== undefined && onPath(form, userHome)
  })
}

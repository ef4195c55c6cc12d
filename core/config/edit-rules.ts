import { isMap, isScalar, isSeq, type Node } from 'yaml'
import type { RuleEffect } from '../contract/permissions.ts'
import type { FileLocks } from '../platform/file-lock.ts'
import { editYaml } from './edit.ts'

export interface EditedRule {
  readonly effect: RuleEffect
  readonly rule: string
}

/** Adds the rule to its list unless it stands there. */
export function addRule(file: string, { effect, rule }: EditedRule, locks: FileLocks): Promise<void> {
  return editYaml(file, locks, (document) => {
    const at = ['permissions', effect]
    const list = document.getIn(at, true)
    if (isSeq(list)) {
      if (!list.items.some((item) => textOf(item) === rule)) list.add(document.createNode(rule))
      return
    }
    // One rule alone is a list of one.
    const now = textOf(list)
    document.setIn(at, document.createNode(now !== undefined && now !== rule ? [now, rule] : [rule]))
  })
}

/** Takes the rule, with its examples, out of its list. */
export function dropRule(file: string, { effect, rule }: EditedRule, locks: FileLocks): Promise<void> {
  return editYaml(file, locks, (document) => {
    const at = ['permissions', effect]
    const list = document.getIn(at, true)
    if (isSeq(list)) list.items = list.items.filter((item) => textOf(item) !== rule)
    else if (textOf(list) === rule) document.deleteIn(at)
  })
}

function textOf(item: unknown): string | undefined {
  if (isMap<Node, Node>(item)) return textOf(item.get('rule', true))
  return isScalar(item) && typeof item.value === 'string' ? item.value : undefined
}

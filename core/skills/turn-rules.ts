import type { SourcedRule, TurnRules } from '../permission/index.ts'
import type { SkillPlace, UsableSkill } from './types.ts'

/**
 * What a skill that runs in the conversation allows and forbids until the turn ends. It allows nothing in a folder nobody
 * trusts, and never what only a person's own rule may allow: its rules count as a project's, wherever it lies.
 */
export function turnRulesOf({ path: file, text }: UsableSkill, { isTrusted }: Pick<SkillPlace, 'isTrusted'>): TurnRules {
  const sourced = (rules: readonly string[]): SourcedRule[] => rules.map((rule) => ({ text: rule, source: { kind: 'project', file } }))
  return { allow: isTrusted ? sourced(text.allowedTools) : [], deny: sourced(text.disallowedTools) }
}

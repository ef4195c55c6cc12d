import type { HookEvent } from '../../contract/hooks.ts'

/** Products whose hooks can be brought along: an imported rule speaks the one it was written for. */
export const HOOK_DIALECTS = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'expressions'] as const
export type HookDialect = (typeof HOOK_DIALECTS)[number]

/** How a product calls things. */
export interface Vocabulary {
  /** Its events by ours; one that is not there has no moment here. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>
  /** Its names of tools by ours; others are the same. */
  readonly tools: Readonly<Record<string, string>>
  /** Its names of arguments by ours, tool by tool. */
  readonly inputs: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The variable that holds the project's folder. */
  readonly projectVariable: string
}

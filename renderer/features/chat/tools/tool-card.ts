import type { Component } from 'vue'
import { contentText } from '../../../../core/contract/content-text.ts'
import type { RowOf } from '../../../../core/contract/view.ts'
import type { IconName } from '../../../ui/index.ts'

export type ToolCall = RowOf<'tool'>

type Verb =
  | 'read'
  | 'searched'
  | 'edited'
  | 'wrote'
  | 'ran'
  | 'started'
  | 'looked'
  | 'stopped'
  | 'fetched'
  | 'noted'
  | 'asked'
  | 'proposed'
  | 'planned'
  | 'delegated'
  | 'installed'
  | 'loaded'
  | 'told'
  | 'used'

/** How calls of one tool look on the thread. */
export interface ToolCard {
  readonly icon: IconName
  /** Key under `chat.verb`. */
  verb(call: ToolCall): Verb
  /** What the call is about, in the reader's own terms: a path, a pattern, a command. */
  target(call: ToolCall): string
  /** What the model was told, opened by the reader or by `opens`. */
  readonly body: Component
  /** Worth reading without being asked. */
  opens(call: ToolCall): boolean
  /** The key under `chat.meta` of `meta.count`. */
  readonly counts?: 'lines' | 'hits' | 'files'
  /** It only looks: with others of its verb beside it, it is one row. */
  readonly merges?: true
}

export function outputOf(call: ToolCall): string {
  return contentText(call.content)
}

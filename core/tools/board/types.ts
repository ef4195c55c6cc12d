import type { ToolResult } from '../types.ts'

/** The board as tools of a conversation use it. Rejects with `ToolFailure`. */
export interface Board {
  create(sessionId: string, card: { subject: string; description: string; blockedBy: readonly string[] }): Promise<Json>
  update(sessionId: string, change: CardUpdate): Promise<Json>
  list(sessionId: string, query: { status: string | undefined; owner: string | undefined }): Promise<Json>
  get(sessionId: string, id: string): Promise<Json>
  stop(sessionId: string, id: string): Promise<Json>
  send(sessionId: string, message: { to: string; text: string }): Promise<Json>
}

export interface CardUpdate {
  readonly id: string
  readonly status: 'todo' | 'completed' | 'cancelled' | undefined
  readonly subject: string | undefined
  readonly addBlockedBy: readonly string[]
  readonly owner: string | undefined
}

type Json = object

export function asResult(value: Json): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], meta: {} }
}

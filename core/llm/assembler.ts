import type { Usage } from '../contract/common.ts'
import type { SseEvent } from './sse.ts'
import type { StreamEvent } from './types.ts'

/** Makes one protocol's stream into our events; throws the `ProviderError` that ends it. */
export interface Assembler {
  push(event: SseEvent): Iterable<StreamEvent>
  /** The protocol's own last event came and `done` was given. */
  isFinished(): boolean
}

export interface AssemblerContext {
  readonly provider: string
  readonly model: string
  /** The vendor's id for a call, or one of ours where it is missing or was used before in this conversation. */
  callId(vendorId: string): string
  requestId(): { readonly requestId?: string }
  /** Throws the `ProviderError` of a prompt that was too long and that the server took without a word. */
  checkRead?(promptTokens: number): void
  costUsd(usage: Omit<Usage, 'costUsd'>): number | null
}

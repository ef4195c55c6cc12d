import type { Attachment, CompactTrigger, ContentBlock, MediaBlock, StopReason, ToolCategory, ToolMeta, Usage } from './common.ts'
import type { WireError } from './errors.ts'

/**
 * The stored record of a session. Order within a session is the order of storing.
 * - `user`: a prompt. - `assistant`: one step's answer. - `tool`: the result of one call, stored the moment it is known.
 * - `aside`: a call that came with a text that was loaded, and its result; the model has its output in that text.
 * - `reminder`: what the model is told between two steps. - `summary`: what stands for everything before it.
 * - `ending`: how a turn ended; never sent to a model.
 */
export type Message = UserMessage | AssistantMessage | ToolMessage | AsideMessage | ReminderMessage | SummaryMessage | EndingMessage

interface MessageBase {
  /** UUIDv7. */
  readonly id: string
  readonly turnId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export interface UserMessage extends MessageBase {
  readonly role: 'user'
  readonly text: string
  /** What the model reads in place of `text`: the words a command stands for. */
  readonly expanded?: string
  /** The agent the conversation was handed to when it was said; absent: it was itself. */
  readonly agent?: string
  readonly attachments: readonly (AttachmentText | AttachmentMedia)[]
  /** Reminders stored with the prompt and replayed byte for byte; hidden in the window, left out of exports. */
  readonly reminders: readonly string[]
}

export interface AttachmentText extends Attachment {
  readonly media?: undefined
  readonly text: string
}

export interface AttachmentMedia extends Attachment {
  readonly media: MediaBlock
}

export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant'
  /** 1… within the turn. */
  readonly step: number
  /** In the order the model produced them; tool calls last. */
  readonly parts: readonly AssistantPart[]
  /** The vendor's own blocks, replayed byte-equal to the provider and model that made them. */
  readonly raw?: RawBlocks
  readonly provider: string
  readonly model: string
  readonly usage?: Usage
  readonly requestId?: string
  /** The model's own stop reason; after `pause_turn` the answer goes back unchanged to be gone on with. */
  readonly stop?: string
  /** Requests it took, the first included. */
  readonly attempts?: number
  readonly firstByteMs?: number
  readonly totalMs?: number
  /** The stream was cut or cancelled; what is here was shown. Never holds calls. */
  readonly interrupted?: boolean
}

export type AssistantPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly durationMs?: number }
  | ToolCallPart

export interface ToolCallPart {
  readonly type: 'tool_call'
  readonly toolCallId: string
  readonly name: string
  /** Parsed arguments; `{}` when the vendor sent none, the unparsed text when it was not JSON (then `invalid` says why). */
  readonly input: unknown
  readonly invalid?: string
  /** The tool it was asked through: that is the call the vendor made and gets back. */
  readonly via?: string
  readonly category: ToolCategory
  readonly readOnly: boolean
}

export interface ToolMessage extends MessageBase {
  readonly role: 'tool'
  readonly toolCallId: string
  readonly name: string
  readonly content: readonly ContentBlock[]
  readonly isError: boolean
  readonly durationMs: number
  readonly meta: ToolMeta
}

/** Both halves of a call that no answer of the model's holds; never sent to a model. */
export interface AsideMessage extends Omit<ToolMessage, 'role'> {
  readonly role: 'aside'
  /** It was made in this step; 0: before the first. */
  readonly step: number
  readonly input: unknown
  readonly category: ToolCategory
}

/** Stored before the step that first sends it and replayed byte for byte until the epoch ends; hidden in the window, left out of exports. */
export interface ReminderMessage extends MessageBase {
  readonly role: 'reminder'
  readonly texts: readonly string[]
}

/** Begins an epoch: the model gets this instead of all that was stored before `keptFrom`. */
export interface SummaryMessage extends MessageBase {
  readonly role: 'summary'
  /** What the model wrote. */
  readonly text: string
  /** Files and skills that are given to the model again, each as a whole text. */
  readonly attached: readonly string[]
  /** The oldest message that stays after the summary; null: none does. */
  readonly keptFrom: string | null
  readonly trigger: CompactTrigger
  /** Tokens, estimated. */
  readonly beforeTokens: number
  readonly afterTokens: number
}

export interface EndingMessage extends MessageBase {
  readonly role: 'ending'
  readonly stopReason: StopReason
  readonly usage: Usage
  readonly durationMs: number
  readonly error?: WireError
}

export interface RawBlocks {
  readonly protocol: string
  readonly provider: string
  readonly model: string
  readonly blocks: readonly unknown[]
}

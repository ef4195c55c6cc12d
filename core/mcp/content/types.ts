import type { z } from 'zod'
import type { McpPrompt, McpResource, McpResourceTemplate } from '../../contract/mcp-content.ts'
import type { Asker } from '../requests/index.ts'

export interface ContentAsk<T> {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly read: z.ZodType<T>
  readonly named: string
  readonly signal: AbortSignal
  readonly asker?: Asker | undefined
}

/** The server as this room sees it. */
export interface ContentServer {
  readonly name: string
  /** What it offers beside tools. */
  readonly offers: () => readonly string[]
  /** Those of a connection; `AppError('mcp.not_ready')` where there is none. */
  readonly ask: <T>(request: ContentAsk<T>) => Promise<T>
  readonly watch: (uri: string) => Promise<void>
}

/** What a server holds beside tools. Every method throws what asking a server throws. */
export interface Content {
  resources(): Promise<ResourceList>
  /** The parts of one resource, unbounded, as the server sends them. */
  read(uri: string, options: { signal: AbortSignal; asker?: Asker | undefined }): Promise<readonly ReadPart[]>
  prompts(): Promise<readonly McpPrompt[]>
  /** `AppError('mcp.no_prompt' | 'mcp.prompt_argument')`. */
  prompt(
    name: string,
    given: Readonly<Record<string, string>>,
    options: { signal: AbortSignal; asker?: Asker | undefined },
  ): Promise<string>
  complete(asked: Completion, signal: AbortSignal): Promise<readonly string[]>
  /** The server says that a list is another now. */
  forget(list: 'resources' | 'prompts'): void
  /** From now on `latest` holds its text as soon as the server says that it has changed. */
  watch(uri: string): void
  updated(uri: string): void
  /** Texts of watched resources that have changed, by their address. */
  readonly latest: ReadonlyMap<string, string>
  /** The connection is another one: what it told before is asked for anew. */
  renew(): void
}

export interface ResourceList {
  readonly resources: readonly McpResource[]
  readonly templates: readonly McpResourceTemplate[]
}

export interface ReadPart {
  readonly uri: string
  readonly mimeType: string | null
  readonly text: string | undefined
  /** Base64. */
  readonly blob: string | undefined
}

export interface Completion {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string }
  readonly argument: { readonly name: string; readonly value: string }
  readonly given: Readonly<Record<string, string>>
}

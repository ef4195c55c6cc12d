import type { McpLaunch } from '../config/types.ts'
import type { AppError } from '../contract/errors.ts'
import type { McpResult, McpStep } from '../contract/mcp.ts'
import type { PlugInPlaces, Program } from '../permission/sandbox/index.ts'
import type { LookAtProcesses } from '../platform/index.ts'
import type { Environment, Logger } from '../platform/platform.ts'
import type { Era, Eras } from './eras.ts'
import type { ContentAsk } from './content/index.ts'
import type { Web } from './http/index.ts'
import type { Asker, Folders } from './requests/index.ts'

/** What a server wrote to standard output that was no message. */
export interface Noise {
  readonly count: number
  readonly first: string
}

export type Confine = (program: Program, of: Pick<PlugInPlaces, 'projectRoot' | 'own' | 'source'>) => Promise<Program>

/** A secret goes to a server; its value is told nobody. */
export interface SecretUse {
  readonly server: string
  readonly projectRoot: string
  /** Of the keychain, or the variable's name. */
  readonly account: string
  readonly from: 'keychain' | 'variable'
}

/** What a connection is made with. */
export interface ConnectDeps {
  readonly version: string
  readonly env: Environment
  readonly log: Logger
  /** Takes keys out of what a server wrote. */
  readonly redact: (text: string) => string
  /** A token for that address is kept; asks no keychain. */
  readonly isSignedIn: (url: string) => Promise<boolean>
  /** Puts what an entry left in the keychain into its place. `AppError('mcp.secret_missing' | 'keychain.unavailable')`. */
  readonly fill: (launch: McpLaunch, of: Pick<SecretUse, 'server' | 'projectRoot'>) => Promise<McpLaunch>
  /** How servers at addresses are reached; loaded with the first of them. */
  readonly web: () => Promise<Web>
  /** One look at all processes serves every server that is being stopped. */
  readonly look: LookAtProcesses
  /** What servers turned out to speak. */
  readonly eras: Eras
  /** Puts a server's program into the system's sandbox where one is set. `AppError('permission.sandbox_*')`: it must be and cannot. */
  readonly confine: Confine
  readonly secretUsed?: (use: SecretUse) => void
  /** A try to reach a server is over. */
  readonly reached?: (what: { server: string; type: McpLaunch['type']; durationMs: number; failure: string | undefined }) => void
}

export interface ConnectInput {
  /** Of the server, as configured. */
  readonly name: string
  readonly launch: McpLaunch
  /** Where a server without a `cwd` of its own works. */
  readonly projectRoot: string
  /** Gives up: what was started is ended. */
  readonly signal: AbortSignal
  /** The first request is on its way: others may be started. */
  readonly onAsked: () => void
  /** A step is done: the process is up, the server has greeted, its tools are listed. */
  readonly onStep: (step: McpStep['step']) => void
  /** The list of tools is another now. */
  readonly onTools: (listed: readonly unknown[]) => void
  /** So is one of these. */
  readonly onContent: (list: 'resources' | 'prompts') => void
  /** A resource that is watched is another now. */
  readonly onUpdated: (uri: string) => void
  /** It asked for what it was not granted. */
  readonly onRefused: () => void
  readonly folders: Folders
}

/** What a server says of itself. */
export interface ServerFacts {
  readonly title: string
  readonly version: string
  /** A picture as a `data:` address. */
  readonly icon: string | null
  readonly instructions: string
  /** Beside tools. */
  readonly offers: readonly string[]
}

/** A server that has shaken hands and listed its tools. */
export interface Connection {
  readonly protocolVersion: string
  readonly era: Era
  readonly facts: ServerFacts
  /** As the server lists them, unread. */
  readonly tools: readonly unknown[]
  /** Of a server that is a process. */
  readonly pid: number | undefined
  /** Asks whether it is there. Rejects when there is no answer in time; a refusal is an answer. */
  readonly ping: (timeoutMs: number) => Promise<void>
  /** Settles with the reason when it ends by itself. */
  readonly lost: Promise<AppError>
  noise(): Noise
  /** `AppError('mcp.refused' | 'mcp.no_answer' | 'mcp.exited' | 'mcp.unreachable')`; rejects with the signal's reason after an abort. */
  call(request: CallRequest): Promise<McpResult>
  /** Anything else, within the time limit of a call. Throws what `call` does. */
  ask<T>(request: ContentAsk<T>): Promise<T>
  /** From now on `onUpdated` tells of this resource, where the server can. */
  watch(uri: string): Promise<void>
  /** Polite first; `quick`: within 2 s. Nothing of it is left then. */
  close(how: 'polite' | 'quick'): Promise<void>
}

export interface CallRequest {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  /** Who answers what the server asks meanwhile; undefined: nobody is there. */
  readonly asker?: Asker | undefined
}

/** How far a call has come, as the server says. */
export interface Progress {
  readonly text: string
  readonly progress: number
  readonly total: number | undefined
}

/** How a server is reached, and what it wrote on the way. */
export interface Attempt {
  readonly connected: Promise<Connection>
  /** Standard error so far. */
  log(): string
  /** Ends what was started, connected or not. */
  close(how: 'polite' | 'quick'): Promise<void>
}

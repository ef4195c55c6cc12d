import type { Clock } from '../base/clock.ts'
import type { SignInsDeps } from '../mcp/oauth/index.ts'
import type { Environment, Keychain } from '../platform/index.ts'
import type { Logger } from '../platform/platform.ts'
import type { RemoteTarget } from '../storage/types.ts'
import type { WebAccess } from '../tools/index.ts'

export interface RemoteAgentsDeps extends Pick<SignInsDeps, 'home' | 'openExternal'> {
  readonly clock: Clock
  readonly log: Logger
  readonly keychain: Keychain
  readonly env: Environment
  /** How addresses are looked up, and which of them are public. */
  readonly web: WebAccess
  /** Folder that holds one folder a session. */
  readonly sessionsDir: string
  /** What settings say now. */
  readonly surroundings: (projectRoot: string | undefined) => Promise<RemoteSurroundings>
  /** Takes a secret out of logs and errors from then on. */
  readonly learn: (secret: string) => void
}

export interface RemoteSurroundings {
  /** Hosts that may be reached though they are not on the public internet. */
  readonly allowedHosts: readonly string[]
  /** The variable holds a key of a model's provider. */
  readonly isSecretVariable: (name: string) => boolean
}

/** The session of a remote agent. */
export interface RemoteSession {
  readonly sessionId: string
  /** Undefined: of Home. */
  readonly projectRoot: string | undefined
  /** Name of its definition. */
  readonly agent: string
  readonly target: RemoteTarget
}

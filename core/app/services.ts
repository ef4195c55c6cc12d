import type { RemoteAgents } from '../a2a/index.ts'
import type { AgentServices } from './agents.ts'
import type { Commands } from '../commands/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Config } from '../config/types.ts'
import type { AppEvent } from '../contract/events.ts'
import type { Credentials } from '../credentials/types.ts'
import type { Hooks } from '../hooks/index.ts'
import type { Mcp } from '../mcp/index.ts'
import type { Memory } from '../memory/index.ts'
import type { HostPlatform } from './types.ts'
import type { Prompt } from '../prompt/index.ts'
import type { Sessions } from '../session/index.ts'
import type { Storage } from '../storage/types.ts'
import type { Installs } from './installs.ts'
import type { Installer, Skills } from '../skills/index.ts'
import type { SkillRegistries } from './skill-registries.ts'
import type { AskSmallModel, Shells, Tool, WebAccess } from '../tools/index.ts'
import type { FileIndex } from '../workspace/index.ts'
import type { Sandbox } from '../permission/sandbox/index.ts'
import type { Permissions } from './permissions.ts'
import type { Providers } from './providers.ts'
import type { Codec } from '../media/index.ts'
import type { Tickets } from './tickets.ts'
import type { Windows } from './windows.ts'

/** What handlers work with. */
export interface Services {
  readonly platform: HostPlatform
  readonly storage: Storage
  readonly audit: Audit
  readonly config: Config
  readonly credentials: Credentials
  readonly providers: Providers
  readonly permissions: Permissions
  readonly sandbox: Sandbox
  /** In the order the model sees them. */
  readonly tools: readonly Tool[]
  readonly sessions: Sessions
  readonly shells: Shells
  readonly askSmallModel: AskSmallModel
  readonly codec: Codec
  readonly web: WebAccess
  readonly commands: Commands
  readonly prompt: Prompt
  /** A person trusts the folder, or this run does. */
  readonly isTrusted: (projectRoot: string) => boolean
  readonly mcp: Mcp
  readonly hooks: Hooks
  readonly memory: Memory
  readonly skills: Skills
  readonly definitions: AgentServices['definitions']
  readonly definitionEdits: AgentServices['definitionEdits']
  readonly agents: AgentServices['agents']
  readonly remoteAgents: RemoteAgents
  readonly tasks: AgentServices['tasks']
  readonly runs: AgentServices['runs']
  readonly worktrees: AgentServices['worktrees']
  readonly planned: AgentServices['planned']
  readonly installer: Installer
  readonly skillRegistries: SkillRegistries
  readonly installs: Installs
  readonly fileIndex: FileIndex
  readonly windows: Windows
  readonly tickets: Tickets
  /** Folder that holds one folder a session. */
  readonly sessionsDir: string
  /** The host has a Home window. */
  readonly hasHome: boolean
  readonly announce: (event: AppEvent) => void
}

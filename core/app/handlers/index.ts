import type { RpcHandlers } from '../../contract/index.ts'
import type { Services } from '../services.ts'
import { agentHandlers } from './agents.ts'
import { appHandlers, settingsHandlers } from './app.ts'
import { auditHandlers } from './audit.ts'
import { contactHandlers } from './contacts.ts'
import { dataHandlers } from './data.ts'
import { changesHandlers } from './changes.ts'
import { draftHandlers } from './drafts.ts'
import { fileHandlers } from './files.ts'
import { gitHandlers } from './git.ts'
import { projectHandlers, windowHandlers } from './projects.ts'
import { keyHandlers, providerHandlers } from './providers.ts'
import { hookHandlers } from './hooks.ts'
import { mcpHandlers } from './mcp.ts'
import { mcpContentHandlers } from './mcp-content.ts'
import { mcpInstallHandlers } from './mcp-install.ts'
import { mcpSignInHandlers } from './mcp-sign-in.ts'
import { permissionHandlers } from './permissions.ts'
import { taskHandlers } from './tasks.ts'
import { trustHandlers } from './trust.ts'
import { noUpdates } from './updates.ts'
import { usageHandlers } from './usage.ts'
import { setupHandlers } from './setup.ts'
import { reviewHandlers } from './reviews.ts'
import { shellHandlers } from './shells.ts'
import { skillHandlers } from './skills.ts'
import { commandHandlers, memoryHandlers, workspaceHandlers } from './workspace.ts'
import { approvalHandlers, questionHandlers, sessionHandlers, turnHandlers } from './sessions.ts'

/** Every method of the contract. */
export function createHandlers(services: Services): RpcHandlers {
  return {
    app: appHandlers(services),
    settings: settingsHandlers(services),
    windows: windowHandlers(services),
    projects: projectHandlers(services),
    sessions: sessionHandlers(services),
    turns: turnHandlers(services),
    changes: changesHandlers(services),
    reviews: reviewHandlers(services),
    git: gitHandlers(services),
    approvals: approvalHandlers(services),
    setup: setupHandlers(services),
    shells: shellHandlers(services),
    questions: questionHandlers(services),
    files: fileHandlers(services),
    providers: providerHandlers(services),
    keys: keyHandlers(services),
    permissions: permissionHandlers(services),
    trust: trustHandlers(services),
    audit: auditHandlers(services),
    contacts: contactHandlers(services),
    updates: noUpdates,
    usage: usageHandlers(services),
    data: dataHandlers(services),
    commands: commandHandlers(services),
    mcp: mcpHandlers(services),
    mcpContent: mcpContentHandlers(services),
    mcpInstall: mcpInstallHandlers(services),
    mcpSignIn: mcpSignInHandlers(services),
    memory: memoryHandlers(services),
    skills: skillHandlers(services),
    agents: agentHandlers(services),
    tasks: taskHandlers(services),
    hooks: hookHandlers(services),
    workspace: workspaceHandlers(services),
    drafts: draftHandlers(services),
  }
}

import { agents } from './agents.ts'
import { app, settings } from './app.ts'
import { audit } from './audit.ts'
import { changes } from './changes.ts'
import { commands } from './commands.ts'
import { contacts } from './contacts.ts'
import { data } from './data.ts'
import { drafts } from './drafts.ts'
import { git } from './git.ts'
import { hooks } from './hooks.ts'
import { mcp } from './mcp.ts'
import { mcpContent } from './mcp-content.ts'
import { mcpInstall } from './mcp-install.ts'
import { mcpSignIn } from './mcp-sign-in.ts'
import { memory } from './memory.ts'
import type { Client, Handlers } from './method.ts'
import { projects, windows } from './projects.ts'
import { keys, providers } from './providers.ts'
import { questions } from './questions.ts'
import { reviews } from './reviews.ts'
import { approvals, files, sessions } from './sessions.ts'
import { setup } from './setup.ts'
import { shells } from './shells.ts'
import { skills } from './skills.ts'
import { permissions } from './permissions.ts'
import { tasks } from './tasks.ts'
import { trust } from './trust.ts'
import { turns } from './turns.ts'
import { updates } from './updates.ts'
import { usage } from './usage.ts'
import { workspace } from './workspace.ts'

/** Every call a window or a script can make. Adding one touches this table and its handler, nothing between. */
export const contract = {
  app,
  settings,
  windows,
  projects,
  sessions,
  turns,
  changes,
  reviews,
  git,
  approvals,
  setup,
  shells,
  questions,
  files,
  providers,
  keys,
  permissions,
  trust,
  audit,
  contacts,
  updates,
  usage,
  data,
  commands,
  mcp,
  mcpContent,
  mcpInstall,
  mcpSignIn,
  memory,
  skills,
  hooks,
  agents,
  tasks,
  workspace,
  drafts,
}

export type Contract = typeof contract
export type RpcClient = Client<Contract>
export type RpcHandlers = Handlers<Contract>

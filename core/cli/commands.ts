import { a2aServe } from './a2a.ts'
import { agentsCheck, agentsList, agentsLogin, agentsLogout, agentsShow } from './agents.ts'
import { approvalsAnswer, approvalsList } from './approvals.ts'
import { auditExport, auditList } from './audit.ts'
import { auditHosts } from './audit-hosts.ts'
import type { Command } from './command.ts'
import { configCheck, configPath, configShow } from './config.ts'
import { doctor } from './doctor.ts'
import { hooksCheck, hooksDisable, hooksEnable, hooksList, hooksLog, hooksReplay, hooksTest } from './hooks.ts'
import { keysDelete, keysList, keysSet } from './keys.ts'
import { mcpAdd, mcpCall, mcpDisable, mcpEnable, mcpList, mcpLogs, mcpRemove, mcpStatus, mcpTest, mcpTools } from './mcp.ts'
import { mcpPrompts, mcpResources } from './mcp-content.ts'
import { hooksImport } from './hooks-import.ts'
import { mcpImport } from './mcp-import.ts'
import { mcpConformance } from './mcp-conformance.ts'
import { mcpLogin, mcpLogout } from './mcp-sign-in.ts'
import { memoryDelete, memoryList, memoryShow } from './memory.ts'
import { open } from './open.ts'
import { providersList, providersTest } from './providers.ts'
import { run } from './run/run.ts'
import { serve } from './serve.ts'
import { sessionsCompact } from './sessions-context.ts'
import { sessionsExport, sessionsImport } from './sessions-files.ts'
import { sessionsArchive, sessionsDelete, sessionsPin } from './sessions-keep.ts'
import { sessionsRewind } from './sessions-rewind.ts'
import { sessionsSearch } from './sessions-search.ts'
import { sessionsList, sessionsShow } from './sessions.ts'
import { registriesAdd, registriesList, registriesRemove, skillsSearch } from './skills-registries.ts'
import { skillsSign } from './skills-sign.ts'
import { skillsInstall, skillsPin, skillsRemove, skillsUndo, skillsUnpin, skillsUpdate, skillsVerify } from './skills-install.ts'
import { skillsAllow, skillsDisable, skillsEnable, skillsList, skillsScan, skillsShow } from './skills.ts'
import { foldersAdd, foldersList, foldersRemove } from './permissions-folders.ts'
import { permissionsCheck, permissionsList } from './permissions.ts'
import { tasksCreate, tasksGet, tasksList, tasksResume, tasksSend, tasksStop } from './tasks.ts'
import { tasksDiff, tasksDiscard, tasksMerge, tasksRemove } from './tasks-worktree.ts'
import { trustAllow, trustList, trustRevoke, trustShow } from './trust.ts'
import { usage } from './usage.ts'

/** Every command, in the order the help shows them. What they need is loaded when they run. */
export const commands: readonly Command[] = [
  open,
  run,
  serve,
  providersList,
  providersTest,
  keysList,
  keysSet,
  keysDelete,
  sessionsList,
  sessionsShow,
  sessionsSearch,
  sessionsCompact,
  sessionsRewind,
  sessionsExport,
  sessionsImport,
  sessionsPin,
  sessionsArchive,
  sessionsDelete,
  mcpList,
  mcpStatus,
  mcpTools,
  mcpCall,
  mcpResources,
  mcpPrompts,
  mcpTest,
  mcpLogs,
  mcpAdd,
  mcpImport,
  mcpRemove,
  mcpEnable,
  mcpDisable,
  mcpLogin,
  mcpLogout,
  mcpConformance,
  memoryList,
  memoryShow,
  memoryDelete,
  skillsList,
  skillsShow,
  skillsScan,
  skillsSearch,
  skillsInstall,
  skillsUpdate,
  skillsVerify,
  skillsUndo,
  skillsPin,
  skillsUnpin,
  skillsRemove,
  skillsEnable,
  skillsDisable,
  skillsAllow,
  skillsSign,
  registriesList,
  registriesAdd,
  registriesRemove,
  hooksList,
  hooksCheck,
  hooksTest,
  hooksLog,
  hooksImport,
  hooksReplay,
  hooksEnable,
  hooksDisable,
  agentsList,
  agentsShow,
  agentsCheck,
  agentsLogin,
  agentsLogout,
  a2aServe,
  tasksList,
  tasksGet,
  tasksCreate,
  tasksResume,
  tasksSend,
  tasksStop,
  tasksDiff,
  tasksMerge,
  tasksDiscard,
  tasksRemove,
  permissionsCheck,
  permissionsList,
  foldersList,
  foldersAdd,
  foldersRemove,
  approvalsList,
  approvalsAnswer,
  trustList,
  trustShow,
  trustAllow,
  trustRevoke,
  auditList,
  auditExport,
  auditHosts,
  usage,
  configCheck,
  configPath,
  configShow,
  doctor,
]

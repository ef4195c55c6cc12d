import { createCodec, type Codec } from '../media/index.ts'
import type { Memory } from '../memory/index.ts'
import { createFileLocks, type FileLocks } from '../platform/index.ts'
import { agentDefinition, type HostOfAgent, type RunAgent } from './agent/definition.ts'
import { askUserDefinition } from './ask_user/definition.ts'
import type { Board } from './board/types.ts'
import { bashDefinition } from './bash/definition.ts'
import { bashOutputDefinition } from './bash_output/definition.ts'
import { bashStopDefinition } from './bash_stop/definition.ts'
import { editFileDefinition } from './edit_file/definition.ts'
import { exitPlanDefinition } from './exit_plan/definition.ts'
import { globDefinition } from './glob/definition.ts'
import { grepDefinition } from './grep/definition.ts'
import { installSkillDefinition, type InstallSkillDeps } from './install_skill/definition.ts'
import { loadSkillDefinition, type LoadSkillDeps } from './load_skill/definition.ts'
import { memoryWriteDefinition } from './memory_write/definition.ts'
import { multiEditDefinition } from './multi_edit/definition.ts'
import { readFileDefinition } from './read_file/definition.ts'
import { sendMessageDefinition } from './send_message/definition.ts'
import type { Shells } from './shells/index.ts'
import { taskCreateDefinition } from './task_create/definition.ts'
import { taskGetDefinition } from './task_get/definition.ts'
import { taskListDefinition } from './task_list/definition.ts'
import { taskStopDefinition } from './task_stop/definition.ts'
import { taskUpdateDefinition } from './task_update/definition.ts'
import { todoWriteDefinition } from './todo_write/definition.ts'
import type { Tool } from './types.ts'
import { webFetchDefinition } from './web_fetch/definition.ts'
import type { AskSmallModel } from './web_fetch/run.ts'
import { publicWeb, type WebAccess } from './web_fetch/web.ts'
import { writeFileDefinition } from './write_file/definition.ts'

export { contentHash } from './files/content-hash.ts'
export { fileKind } from './files/file-kind.ts'
export { shownPath } from './files/locate.ts'
export { createShells, type Shells } from './shells/index.ts'
export { decodeText, encodeText } from './text/encoding.ts'
export { framed } from './text/framed.ts'
export { unifiedDiff } from './text/unified-diff.ts'
export { toolSpec } from './tool-spec.ts'
export { ToolFailure } from './types.ts'
export type { Person, Tool, ToolContext, ToolResult } from './types.ts'
export type { Board, CardUpdate } from './board/types.ts'
export type { AgentInput, HostOfAgent, RunAgent } from './agent/definition.ts'
export type { AskSmallModel } from './web_fetch/run.ts'
export { fetchPicture } from './web_fetch/fetch-picture.ts'
export { guardedLookup, lookUp, publicWeb, type WebAccess } from './web_fetch/web.ts'

export interface BuiltinToolsDeps {
  /** Shared by all sessions of a core, so that two of them do not lose each other's edits. */
  readonly locks?: FileLocks
  /** Reads images and PDFs, one after another for all sessions of a core. */
  readonly codec?: Codec
  readonly memory: Memory
  readonly shells: Shells
  readonly askSmallModel: AskSmallModel
  readonly loadSkill: LoadSkillDeps
  readonly installSkill: InstallSkillDeps
  readonly runAgent: RunAgent
  readonly hostOfAgent: HostOfAgent
  readonly board: Board
  /** The public web, unless a test puts its own server in its place. */
  readonly web?: WebAccess | undefined
}

/** The tools that come with the product, in the order the model sees them. One set a core. */
export function builtinTools({
  locks = createFileLocks(),
  codec = createCodec(),
  memory,
  shells,
  askSmallModel,
  loadSkill,
  installSkill,
  runAgent,
  hostOfAgent,
  board,
  web = publicWeb(),
}: BuiltinToolsDeps): readonly Tool[] {
  return [
    readFileDefinition(codec),
    writeFileDefinition(locks),
    editFileDefinition(locks),
    multiEditDefinition(locks),
    globDefinition,
    grepDefinition,
    bashDefinition(shells),
    bashOutputDefinition(shells),
    bashStopDefinition(shells),
    webFetchDefinition({ web, askSmallModel }),
    todoWriteDefinition,
    memoryWriteDefinition(memory),
    loadSkillDefinition(loadSkill),
    installSkillDefinition(installSkill),
    agentDefinition(runAgent, hostOfAgent),
    sendMessageDefinition(board),
    taskCreateDefinition(board),
    taskUpdateDefinition(board),
    taskListDefinition(board),
    taskGetDefinition(board),
    taskStopDefinition(board),
    askUserDefinition,
    exitPlanDefinition,
  ]
}

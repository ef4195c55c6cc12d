import { a2aTexts } from './texts/a2a.ts'
import { agentTexts } from './texts/agent.ts'
import { approvalTexts } from './texts/approval.ts'
import { changesTexts } from './texts/changes.ts'
import { commandTexts } from './texts/command.ts'
import { compactTexts } from './texts/compact.ts'
import { configTexts } from './texts/config.ts'
import { doctorTexts } from './texts/doctor.ts'
import { filesTexts } from './texts/files.ts'
import { gitTexts } from './texts/git.ts'
import { hookTexts } from './texts/hook.ts'
import { installTexts } from './texts/install.ts'
import { keychainTexts } from './texts/keychain.ts'
import { mcpTexts } from './texts/mcp.ts'
import { memoryTexts } from './texts/memory.ts'
import { permissionTexts } from './texts/permission.ts'
import { policyTexts } from './texts/policy.ts'
import { projectTexts } from './texts/project.ts'
import { providerTexts } from './texts/provider.ts'
import { questionTexts } from './texts/question.ts'
import { rpcTexts } from './texts/rpc.ts'
import { sessionTexts } from './texts/session.ts'
import { setupTexts } from './texts/setup.ts'
import { shellTexts } from './texts/shell.ts'
import { skillTexts } from './texts/skill.ts'
import { storageTexts } from './texts/storage.ts'
import { taskTexts } from './texts/task.ts'
import { toolTexts } from './texts/tool.ts'
import { trustTexts } from './texts/trust.ts'
import { updateTexts } from './texts/update.ts'
import { usageTexts } from './texts/usage.ts'
import { worktreeTexts } from './texts/worktree.ts'
import type { ErrorText, ErrorTexts, Language } from './texts/types.ts'

export type { ErrorText, Language } from './texts/types.ts'

/**
 * Every failure a user can meet, in both languages, one file a namespace. `{name}` takes the error's parameter of that name.
 * A code is never renamed or dropped without a major version.
 */
export const errorTexts = {
  ...a2aTexts,
  ...agentTexts,
  ...approvalTexts,
  ...changesTexts,
  ...commandTexts,
  ...compactTexts,
  ...configTexts,
  ...doctorTexts,
  ...filesTexts,
  ...gitTexts,
  ...hookTexts,
  ...installTexts,
  internal: {
    en: {
      what: 'MewCode met a fault of its own: {detail}',
      fix: 'Try again; if it stays, run `mewcode doctor` and report it with the log.',
    },
    'zh-CN': { what: 'MewCode 内部出错：{detail}', fix: '重试一次；如果还是这样，运行 `mewcode doctor`，连同日志一起反馈。' },
  },
  ...keychainTexts,
  ...mcpTexts,
  ...memoryTexts,
  ...permissionTexts,
  ...policyTexts,
  ...projectTexts,
  ...providerTexts,
  ...questionTexts,
  ...rpcTexts,
  ...sessionTexts,
  ...setupTexts,
  ...shellTexts,
  ...skillTexts,
  ...storageTexts,
  ...taskTexts,
  ...toolTexts,
  ...trustTexts,
  ...updateTexts,
  ...usageTexts,
  ...worktreeTexts,
} as const satisfies ErrorTexts

export type ErrorCode = keyof typeof errorTexts

/** The two sentences of `code` in `language`, with `params` filled in; unknown codes read as `internal`. */
export function errorText(code: string, params: Readonly<Record<string, string>>, language: Language): ErrorText {
  const entry = Object.hasOwn(errorTexts, code) ? errorTexts[code as ErrorCode] : errorTexts.internal
  const text: ErrorText = entry[language]
  return { what: fill(text.what, params), fix: fill(text.fix, params) }
}

/** `{name}` as it is; `{name:shell}` as one word of a command line. */
function fill(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)(:shell)?\}/g, (whole, name: string, shell?: string) => {
    const value = params[name]
    if (value === undefined) return whole
    return shell === undefined ? value : shellWord(value)
  })
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

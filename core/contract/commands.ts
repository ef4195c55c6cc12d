import { z } from 'zod'
import { LanguageSetting } from './app.ts'
import { WireError } from './errors.ts'
import { method } from './method.ts'

type Words = Readonly<Record<z.infer<typeof LanguageSetting>, string>>

interface BuiltinCommand {
  /** Without the slash. */
  readonly name: string
  /** `action`: the client does something. `prompt`: the core makes the text that goes to the model. */
  readonly kind: 'action' | 'prompt'
  readonly argumentHint: string
  readonly description: Words
  /** What does the same where there is no window; empty: nothing does. */
  readonly outside: string
}

/** Every command that comes with the product, for composer, palette and command line. */
export const builtinCommands = [
  {
    name: 'help',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Show commands and shortcuts', 'zh-CN': '显示命令和快捷键' },
    outside: 'mewcode help',
  },
  {
    name: 'clear',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Start a new session; the old one stays in the list', 'zh-CN': '开始新会话，旧会话留在列表里' },
    outside: 'mewcode run PROMPT',
  },
  {
    name: 'compact',
    kind: 'action',
    argumentHint: '[focus]',
    description: { en: 'Sum the conversation up to free the context', 'zh-CN': '总结对话，腾出上下文' },
    outside: 'mewcode sessions compact ID',
  },
  {
    name: 'resume',
    kind: 'action',
    argumentHint: '[session]',
    description: { en: 'Go on with an earlier session', 'zh-CN': '继续之前的会话' },
    outside: 'mewcode run --continue PROMPT',
  },
  {
    name: 'sessions',
    kind: 'action',
    argumentHint: '[words]',
    description: { en: 'List or search sessions', 'zh-CN': '列出或搜索会话' },
    outside: 'mewcode sessions list',
  },
  {
    name: 'plan',
    kind: 'action',
    argumentHint: '[prompt]',
    description: { en: 'Plan first: look, change nothing', 'zh-CN': '先做计划：只看不改' },
    outside: 'mewcode run --mode plan PROMPT',
  },
  {
    name: 'do',
    kind: 'action',
    argumentHint: '[prompt]',
    description: { en: 'Leave plan mode and carry it out', 'zh-CN': '退出计划模式，开始执行' },
    outside: 'mewcode run --mode default PROMPT',
  },
  {
    name: 'mode',
    kind: 'action',
    argumentHint: '[mode]',
    description: { en: 'Change the permission mode', 'zh-CN': '切换权限模式' },
    outside: 'mewcode run --mode MODE PROMPT',
  },
  {
    name: 'model',
    kind: 'action',
    argumentHint: '[model]',
    description: { en: 'Change the model', 'zh-CN': '切换模型' },
    outside: 'mewcode run --model ID PROMPT',
  },
  {
    name: 'agent',
    kind: 'action',
    argumentHint: '[name|default]',
    description: { en: 'Go on as another agent; default returns', 'zh-CN': '换成另一个 agent 继续，default 换回来' },
    outside: 'mewcode run --agent NAME PROMPT',
  },
  {
    name: 'permissions',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Show permission rules', 'zh-CN': '查看权限规则' },
    outside: 'mewcode config show',
  },
  {
    name: 'memory',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Show and edit what is remembered', 'zh-CN': '查看和修改记忆' },
    outside: 'mewcode memory list',
  },
  {
    name: 'rewind',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Go back to an earlier message: files, conversation or both', 'zh-CN': '回到之前的某条消息：文件、对话或两者' },
    outside: 'mewcode sessions rewind ID',
  },
  {
    name: 'review',
    kind: 'prompt',
    argumentHint: '[what]',
    description: { en: 'Review the working changes', 'zh-CN': '审查当前改动' },
    outside: '',
  },
  {
    name: 'cost',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Show tokens and cost', 'zh-CN': '查看用量和费用' },
    outside: 'mewcode usage',
  },
  {
    name: 'export',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Save this session as a file', 'zh-CN': '把会话存成文件' },
    outside: 'mewcode sessions export ID',
  },
  {
    name: 'init',
    kind: 'prompt',
    argumentHint: '[notes]',
    description: { en: 'Draft MEWCODE.md for this project', 'zh-CN': '为这个项目起草 MEWCODE.md' },
    outside: '',
  },
  {
    name: 'doctor',
    kind: 'action',
    argumentHint: '',
    description: { en: 'Check this machine', 'zh-CN': '检查这台机器' },
    outside: 'mewcode doctor',
  },
] as const satisfies readonly BuiltinCommand[]

type Builtin = (typeof builtinCommands)[number]
/** Commands a client must carry out itself. */
export type ActionCommand = Extract<Builtin, { kind: 'action' }>['name']
export type PromptCommand = Extract<Builtin, { kind: 'prompt' }>['name']

export const CommandInfo = z.object({
  /** Without the slash; `git:log` for `git/log.md`. */
  name: z.string(),
  kind: z.enum(['action', 'prompt']),
  /** `mcp`: a prompt of the server that its name begins with. */
  source: z.enum(['builtin', 'project', 'user', 'bundled', 'mcp']),
  /** It is a skill of that name. */
  isSkill: z.boolean().optional(),
  /** Id of the plugin it came with. */
  plugin: z.string().optional(),
  description: z.string(),
  /** Empty: takes none. */
  argumentHint: z.string(),
  /** The command's file as a person would write it; absent for those of the product. */
  file: z.string().optional(),
  /** Model its file asks for. */
  model: z.string().optional(),
  /** Tools its file lists. They are shown, never allowed by it. */
  allowedTools: z.array(z.string()).optional(),
})
export type CommandInfo = z.infer<typeof CommandInfo>

export const commands = {
  /** Built-in ones first, then the project's and the user's by name. A prompt command is sent as a prompt that starts with `/name`. */
  list: method({
    input: z.object({ language: LanguageSetting.default('en') }),
    output: z.object({
      commands: z.array(CommandInfo),
      /** Files that made no command, lost their name to another, or were read with repairs. */
      problems: z.array(WireError),
    }),
  }),
}

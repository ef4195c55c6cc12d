import { stat } from 'node:fs/promises'
import { closest } from '../base/closest.ts'
import { builtinCommands, type CommandInfo } from '../contract/commands.ts'
import { AppError } from '../contract/errors.ts'
import type { Language } from '../contract/error-texts.ts'
import type { TurnRules } from '../permission/index.ts'
import { builtinPrompts } from './builtin-prompts.ts'
import { readCommand } from './command-file.ts'
import { commandFolders, findCommands, type CommandFolder, type Places } from './command-folders.ts'
import { fillArguments, shellLines } from './fill.ts'
import { shellOutputs, type RunShell } from './shell-lines.ts'
import { readSlash, type Slash } from './slash.ts'

export interface CommandPlace {
  readonly projectRoot: string | undefined
  readonly language: Language
  /** The person trusts the folder. */
  readonly isTrusted: boolean
}

/** What a person can begin a prompt with. Files are read anew each time, so an edit counts at once. */
export interface Commands {
  list(place: CommandPlace): Promise<{ commands: CommandInfo[]; problems: AppError[] }>
  /**
   * What the model reads in place of a prompt that begins with `/name`; undefined when the prompt is no command.
   * `AppError('command.unknown' | 'command.action' | 'mcp.*')`.
   */
  expand(prompt: string, place: CommandPlace): Promise<string | undefined>
  /**
   * The same once the commands in the file's text have run; undefined: it holds none, nobody trusts the file, or the prompt is of
   * another kind.
   */
  runShell(prompt: string, how: ShellRun): Promise<string | undefined>
  /** What the skill that a prompt starts allows and forbids until the turn ends; undefined: it starts none. */
  rulesOf(prompt: string, place: CommandPlace): Promise<TurnRules | undefined>
  /** Runs the skill that a prompt starts as an agent of its own; answers its report. Undefined: it starts none. */
  run(prompt: string, how: CommandRun): Promise<string | undefined>
}

/** The conversation that waits for what a command runs. */
export interface CommandCaller {
  readonly sessionId: string
  readonly signal: AbortSignal
  readonly runShell: RunShell
}

interface ShellRun {
  readonly place: CommandPlace
  readonly runShell: RunShell
}

interface CommandRun {
  readonly place: CommandPlace
  readonly caller: CommandCaller
}

interface Custom {
  readonly info: CommandInfo
  readonly body: string
}

type Builtin = (typeof builtinCommands)[number]

/** Skills that a person may start; a command file of the same name comes first. */
export interface SkillCommands {
  /** Folders of commands that plugins bring; a person's own come first. */
  folders(projectRoot: string | undefined): Promise<readonly CommandFolder[]>
  list(place: CommandPlace): Promise<readonly CommandInfo[]>
  /** What the model reads; undefined: there is no such skill. */
  expand(name: string, args: string, place: CommandPlace): Promise<string | undefined>
  /** Undefined: there is no such skill, or no command in it that may run. */
  runShell(name: string, args: string, how: ShellRun): Promise<string | undefined>
  /** Undefined: there is no such skill. */
  rulesOf(name: string, place: CommandPlace): Promise<TurnRules | undefined>
  /** Its report; undefined: there is no such skill, or it runs in the conversation. */
  run(name: string, args: string, how: CommandRun): Promise<string | undefined>
}

/** Prompts of MCP servers: `server:prompt`. */
export type PromptCommands = Pick<SkillCommands, 'list' | 'expand'>

export function createCommands(places: Places, skills: SkillCommands, prompts: PromptCommands): Commands {
  async function custom({ projectRoot, isTrusted }: CommandPlace): Promise<{ found: Custom[]; problems: AppError[] }> {
    const taken = new Map<string, string>(builtinCommands.map(({ name }) => [name, `/${name}`]))
    const found: Custom[] = []
    const problems: AppError[] = []
    for (const folder of [...commandFolders(projectRoot, { ...places, isTrusted }), ...(await skills.folders(projectRoot))]) {
      const listed = await findCommands(folder, places.userHome)
      problems.push(...listed.problems)
      for (const { name, file, source, bytes } of listed.files) {
        const by = taken.get(name.toLowerCase())
        if (by !== undefined) {
          problems.push(new AppError('command.shadowed', { params: { name, file, by } }))
          continue
        }
        const { text, problems: own } = readCommand(bytes, { file, isTrusted: isTrusted || source === 'user' })
        problems.push(...own)
        if (!text) continue
        taken.set(name.toLowerCase(), file)
        const { description, argumentHint, model, allowedTools, body } = text
        const more = {
          ...(folder.plugin !== undefined && { plugin: folder.plugin }),
          ...(model !== undefined && { model }),
          ...(allowedTools.length > 0 && { allowedTools: [...allowedTools] }),
        }
        found.push({ info: { name, kind: 'prompt', source, description, argumentHint, file, ...more }, body })
      }
    }
    return { found: found.sort((a, b) => a.info.name.localeCompare(b.info.name)), problems }
  }
  /** The slash of a prompt that only a skill can answer. */
  async function ofSkills(prompt: string, place: CommandPlace): Promise<Slash | undefined> {
    const slash = readSlash(prompt)
    if (!slash || builtinCommands.some(({ name }) => name === slash.name.toLowerCase())) return undefined
    const isFile = (await custom(place)).found.some(({ info }) => info.name.toLowerCase() === slash.name.toLowerCase())
    return isFile ? undefined : slash
  }
  return {
    async list(place) {
      const { found, problems } = await custom(place)
      const builtin = builtinCommands.map((command) => builtinInfo(command, place.language))
      const taken = new Set([...builtin, ...found.map(({ info }) => info)].map(({ name }) => name.toLowerCase()))
      const skillInfos = (await skills.list(place)).filter(({ name }) => !taken.has(name.toLowerCase()))
      const own = [...builtin, ...found.map(({ info }) => info), ...skillInfos]
      return { commands: [...own, ...(await prompts.list(place))], problems }
    },
    async rulesOf(prompt, place) {
      const slash = await ofSkills(prompt, place)
      return slash && skills.rulesOf(slash.name, place)
    },
    async run(prompt, { place, caller }) {
      const slash = await ofSkills(prompt, place)
      return slash && skills.run(slash.name, slash.args, { place, caller })
    },
    async runShell(prompt, { place, runShell }) {
      const slash = readSlash(prompt)
      const own = slash && (await custom(place)).found.find(({ info }) => info.name.toLowerCase() === slash.name.toLowerCase())
      if (!own) {
        const skill = await ofSkills(prompt, place)
        return skill && skills.runShell(skill.name, skill.args, { place, runShell })
      }
      const lines = place.isTrusted || own.info.source === 'user' ? shellLines(own.body, { first: 1 }) : []
      if (lines.length === 0) return undefined
      return fillArguments(own.body, slash.args, { first: 1, outputs: await shellOutputs(lines, runShell) })
    },
    async expand(prompt, place) {
      const slash = readSlash(prompt)
      if (!slash) return undefined
      const wanted = slash.name.toLowerCase()
      const builtin: Builtin | undefined = builtinCommands.find(({ name }) => name === wanted)
      if (builtin?.kind === 'action') throw new AppError('command.action', { params: { name: builtin.name, outside: builtin.outside } })
      if (builtin) return fillArguments(builtinPrompts[builtin.name][place.language], slash.args, { first: 1 })
      const { found } = await custom(place)
      const own = found.find(({ info }) => info.name.toLowerCase() === wanted)
      if (own) return fillArguments(own.body, slash.args, { first: 1 })
      const ofSkill = await skills.expand(slash.name, slash.args, place)
      if (ofSkill !== undefined) return ofSkill
      const ofServer = await prompts.expand(slash.name, slash.args, place)
      if (ofServer !== undefined) return ofServer
      if (await isOnDisk(slash.name)) return undefined
      const all = [...builtinCommands, ...found.map(({ info }) => info), ...(await skills.list(place)), ...(await prompts.list(place))]
      const names = all.map(({ name }) => name)
      throw new AppError('command.unknown', { params: { name: slash.name, similar: closest(wanted, names) } })
    },
  }
}

/** `/etc is full` is about a folder. */
function isOnDisk(name: string): Promise<boolean> {
  return stat(`/${name}`).then(
    () => true,
    () => false,
  )
}

function builtinInfo({ name, kind, argumentHint, description }: Builtin, language: Language): CommandInfo {
  return { name, kind, source: 'builtin', description: description[language], argumentHint }
}

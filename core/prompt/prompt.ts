import type { Clock } from '../base/clock.ts'
import type { Mode } from '../contract/common.ts'
import type { Language } from '../contract/error-texts.ts'
import type { Message } from '../contract/messages.ts'
import type { Memory } from '../memory/index.ts'
import { skillsForFiles, type Catalogue, type Skills } from '../skills/index.ts'
import { findShell, readGitBranch, type Platform } from '../platform/index.ts'
import { displayPath } from '../workspace/index.ts'
import { folderInstructions, projectInstructions } from './instructions.ts'
import { modeLine } from './mode.ts'
import { news } from './news.ts'
import { environmentText, stableParts, type SystemPart } from './system.ts'
import { promptTexts } from './texts.ts'

/** What an agent is told in place of the conversation's own words. */
export interface AgentFacts {
  /** Its definition's text. */
  readonly prompt: string
  readonly hasMemory: boolean
  readonly hasSkills: boolean
  /** It may start agents of its own. */
  readonly hasAgents: boolean
  /** Of that name. */
  readonly mayStart: (name: string) => boolean
  /** A person talks to it; else it has one task and reports. */
  readonly hasPerson: boolean
}

const noSkills: Catalogue = { lines: new Map(), bare: 0, left: 0 }

export interface EpochFacts {
  readonly agent?: AgentFacts | undefined
  readonly projectRoot: string
  /** Where it works, when that is another folder. */
  readonly cwd?: string | undefined
  /** Folders beside the project that the person added. */
  readonly extraFolders: readonly string[]
  readonly model: string
  readonly mode: Mode
  /** Tokens the model takes. */
  readonly contextWindow: number
}

/** What an epoch begins with and what has been sent in it. */
export interface Told {
  readonly agent?: AgentFacts | undefined
  readonly projectRoot: string
  /** Where it works, when that is another folder. */
  readonly cwd?: string | undefined
  readonly mode: Mode
  /** Tokens the model takes. */
  readonly contextWindow: number
  readonly system: { readonly stable: string; readonly environment: string }
  readonly messages: readonly Message[]
}

/** Puts together what a model reads before and between the words of a conversation. */
export interface Prompt {
  /** The system text of a new epoch, in pieces. */
  parts(facts: EpochFacts): Promise<readonly SystemPart[]>
  /** The same as it is sent. */
  system(facts: EpochFacts): Promise<{ stable: string; environment: string }>
  /** What changed since the model was told: mode, date, branch, instructions, memory, skills; a text each. */
  news(told: Told): Promise<string[]>
}

export interface PromptDeps {
  readonly platform: Pick<Platform, 'paths' | 'env'>
  readonly clock: Clock
  readonly memory: Memory
  readonly skills: Skills
  readonly isTrusted: (projectRoot: string) => boolean
  /** A line each: whom work can be handed to. */
  readonly agents: (projectRoot: string, mayStart: ((name: string) => boolean) | undefined) => Promise<readonly string[]>
  readonly language: () => Promise<Language>
}

export function createPrompt({ platform, clock, memory, skills, isTrusted, agents, language }: PromptDeps): Prompt {
  const { paths, env } = platform
  const places = (projectRoot: string) => ({ projectRoot, home: paths.home, isTrusted: isTrusted(projectRoot) })
  const branchOf = async (folder: string): Promise<string> => (await readGitBranch(folder).catch(() => undefined)) ?? 'none'

  /** Of the notes, skills and agents there are, an agent is told of those its definition lets it have. */
  const known = (projectRoot: string, contextWindow: number, agent: AgentFacts | undefined) =>
    Promise.all([
      agent?.hasMemory === false ? [] : memory.list({ projectRoot }),
      agent?.hasSkills === false ? noSkills : skills.catalogue({ projectRoot, isTrusted: isTrusted(projectRoot) }, contextWindow),
      agent?.hasAgents === false ? [] : agents(projectRoot, agent?.mayStart),
    ])

  async function parts({
    agent,
    projectRoot,
    cwd = projectRoot,
    extraFolders,
    model,
    mode,
    contextWindow,
  }: EpochFacts): Promise<SystemPart[]> {
    const texts = promptTexts(await language())
    const [shell, branch, instructions, [notes, catalogue, lines]] = await Promise.all([
      findShell(env),
      branchOf(cwd),
      projectInstructions(places(projectRoot)),
      known(projectRoot, contextWindow, agent),
    ])
    const memoryFolder = displayPath(memory.folder('user', { projectRoot }), paths.userHome)
    const environment = environmentText(texts, {
      projectRoot: cwd,
      extraFolders,
      platform: `${process.platform} ${process.arch}`,
      shell: shell.name,
      date: localDate(clock.now()),
      branch,
      model,
      mode: modeLine(mode, texts),
    })
    return [
      ...stableParts(texts, {
        agent,
        instructions,
        notes,
        memoryFolder,
        isTrusted: isTrusted(projectRoot),
        skills: catalogue,
        agents: lines,
      }),
      { kind: 'environment', name: '', text: environment },
    ]
  }
  return {
    parts,
    async system(facts) {
      const all = await parts(facts)
      const textOf = (chosen: readonly SystemPart[]): string => chosen.map(({ text }) => text).join('\n\n')
      return {
        stable: textOf(all.filter(({ kind }) => kind !== 'environment')),
        environment: textOf(all.filter(({ kind }) => kind === 'environment')),
      }
    },
    async news({ agent, projectRoot, cwd = projectRoot, mode, contextWindow, system, messages }) {
      const told = [system.stable, system.environment, ...messages.flatMap(remindersOf)]
      const touched = touchedFiles(messages)
      const [texts, branch, instructions, ofFolders, [notes, catalogue, lines], forModel] = await Promise.all([
        language().then(promptTexts),
        branchOf(cwd),
        projectInstructions(places(projectRoot)),
        folderInstructions(touched, places(projectRoot)),
        known(projectRoot, contextWindow, agent),
        agent?.hasSkills === false ? [] : skills.forModel({ projectRoot, isTrusted: isTrusted(projectRoot) }),
      ])
      const skillFiles = skillsForFiles(forModel, touched)
      const present = {
        mode,
        date: localDate(clock.now()),
        branch,
        instructions,
        ofFolders,
        notes,
        skills: catalogue,
        skillFiles,
        agents: lines,
      }
      return news(told, present, texts)
    },
  }
}

function remindersOf(message: Message): readonly string[] {
  if (message.role === 'user') return message.reminders
  return message.role === 'reminder' ? message.texts : []
}

/** Files that tools have read or changed and that prompts brought along. */
function touchedFiles(messages: readonly Message[]): Set<string> {
  const files = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool' && !message.isError && message.meta.path !== undefined) files.add(message.meta.path)
    if (message.role === 'user') for (const { name } of message.attachments) files.add(name)
  }
  return files
}

function localDate(now: number): string {
  const date = new Date(now)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

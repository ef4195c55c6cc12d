import type { Clock } from '../base/clock.ts'
import type { Mode } from '../contract/common.ts'
import type { Language } from '../contract/error-texts.ts'
import type { Message } from '../contract/messages.ts'
import type { Memory } from '../memory/index.ts'
import type { Catalogue, Skills } from '../skills/index.ts'
import { findShell, readGitBranch, type Platform } from '../platform/index.ts'
import { displayPath } from '../workspace/index.ts'
import { folderInstructions, projectInstructions } from './instructions.ts'
import { modeLine } from './mode.ts'
import { news } from './news.ts'
import { environmentText, stableParts, type SystemPart } from './system.ts'
import { promptTexts } from './texts.ts'

export interface EpochFacts {
  readonly projectRoot: string
  /** Folders beside the project that the person added. */
  readonly extraFolders: readonly string[]
  readonly model: string
  readonly mode: Mode
  /** Tokens the model takes. */
  readonly contextWindow: number
}

/** What an epoch begins with and what has been sent in it. */
export interface Told {
  readonly projectRoot: string
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
  readonly language: () => Promise<Language>
}

export function createPrompt({ platform, clock, memory, skills, isTrusted, language }: PromptDeps): Prompt {
  const { paths, env } = platform
  const places = (projectRoot: string) => ({ projectRoot, home: paths.home, isTrusted: isTrusted(projectRoot) })
  const branchOf = async (folder: string): Promise<string> => (await readGitBranch(folder).catch(() => undefined)) ?? 'none'

  const catalogue = (projectRoot: string, contextWindow: number): Promise<Catalogue> =>
    skills.catalogue({ projectRoot, isTrusted: isTrusted(projectRoot) }, contextWindow)

  async function parts({ projectRoot, extraFolders, model, mode, contextWindow }: EpochFacts): Promise<SystemPart[]> {
    const texts = promptTexts(await language())
    const [shell, branch, instructions, notes, known] = await Promise.all([
      findShell(env),
      branchOf(projectRoot),
      projectInstructions(places(projectRoot)),
      memory.list({ projectRoot }),
      catalogue(projectRoot, contextWindow),
    ])
    const memoryFolder = displayPath(memory.folder('user', { projectRoot }), paths.userHome)
    const environment = environmentText(texts, {
      projectRoot,
      extraFolders,
      platform: `${process.platform} ${process.arch}`,
      shell: shell.name,
      date: localDate(clock.now()),
      branch,
      model,
      mode: modeLine(mode, texts),
    })
    return [
      ...stableParts(texts, { instructions, notes, memoryFolder, isTrusted: isTrusted(projectRoot), skills: known }),
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
    async news({ projectRoot, mode, contextWindow, system, messages }) {
      const told = [system.stable, system.environment, ...messages.flatMap(remindersOf)]
      const [texts, branch, instructions, ofFolders, notes, known] = await Promise.all([
        language().then(promptTexts),
        branchOf(projectRoot),
        projectInstructions(places(projectRoot)),
        folderInstructions(touchedFiles(messages), places(projectRoot)),
        memory.list({ projectRoot }),
        catalogue(projectRoot, contextWindow),
      ])
      return news(told, { mode, date: localDate(clock.now()), branch, instructions, ofFolders, notes, skills: known }, texts)
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

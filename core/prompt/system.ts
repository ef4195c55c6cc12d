import type { Catalogue } from '../skills/index.ts'
import { memoryLines } from '../memory/index.ts'
import type { MemoryNote } from '../contract/memory.ts'
import { agentsBlock, instructionBlock, skillsBlock } from './blocks.ts'
import type { InstructionFile } from './instructions.ts'
import { fill, type PromptTexts } from './texts.ts'

/** What the model is told of where it works; true when the epoch opens. */
export interface EnvironmentFacts {
  readonly projectRoot: string
  readonly extraFolders: readonly string[]
  readonly platform: string
  readonly shell: string
  /** Local, as YYYY-MM-DD. */
  readonly date: string
  readonly branch: string
  readonly model: string
  /** The line that names the permission mode. */
  readonly mode: string
}

export interface StableParts {
  /** An agent's own words; undefined: a conversation with a person. */
  readonly agent: { readonly prompt: string; readonly hasPerson: boolean } | undefined
  readonly instructions: readonly InstructionFile[]
  readonly notes: readonly MemoryNote[]
  /** Where the user's notes lie, as a person would write it. */
  readonly memoryFolder: string
  readonly isTrusted: boolean
  readonly skills: Catalogue
  readonly agents: readonly string[]
}

/** A piece of the system text, by what it is. */
export interface SystemPart {
  readonly kind: 'system' | 'instructions' | 'memory' | 'skills' | 'environment'
  /** The file of instructions; empty for all else. */
  readonly name: string
  readonly text: string
}

/** Everything but the environment, in order; joined with an empty line between two it is what an epoch sends unchanged. */
export function stableParts(
  texts: PromptTexts,
  { agent, instructions, notes, memoryFolder, isTrusted, skills, agents }: StableParts,
): SystemPart[] {
  const { sections } = texts
  const own = agent ? [agent.prompt, agent.hasPerson ? sections.handover_rules : sections.agent_rules] : [texts.system]
  const others = agents.length > 0 ? [[sections.agents, agentsBlock(agents)].join('\n')] : []
  const parts: SystemPart[] = [{ kind: 'system', name: '', text: [...own, ...others].join('\n\n').trim() }]
  if (instructions.length > 0) {
    parts.push({ kind: 'instructions', name: '', text: [sections.instructions, ...(isTrusted ? [] : [sections.untrusted])].join('\n') })
    for (const one of instructions) parts.push({ kind: 'instructions', name: one.file, text: instructionBlock(one) })
  }
  if (notes.length > 0) {
    const { lines, left } = memoryLines(notes)
    const isTheirs = !isTrusted && notes.some(({ level }) => level === 'project')
    const text = [
      fill(sections.memory, { folder: memoryFolder }),
      ...(isTheirs ? [sections.untrusted_memory] : []),
      ...lines.map(({ text: line }) => line),
      ...(left > 0 ? [fill(sections.more_memory, { count: String(left) })] : []),
    ].join('\n')
    parts.push({ kind: 'memory', name: '', text })
  }
  if (skills.lines.size > 0) parts.push({ kind: 'skills', name: '', text: skillsText(skills, sections) })
  return parts
}

function skillsText({ lines, bare, left }: Catalogue, sections: PromptTexts['sections']): string {
  const cut = bare + left > 0 ? [fill(sections.more_skills, { bare: String(bare), left: String(left) })] : []
  return [sections.skills, ...cut, skillsBlock(lines.values())].join('\n')
}

export function environmentText({ environment, sections }: PromptTexts, { extraFolders, ...facts }: EnvironmentFacts): string {
  const date = fill(sections.date, { value: facts.date })
  const branch = fill(sections.branch, { value: facts.branch })
  const text = fill(environment, { ...facts, date, branch })
  return extraFolders.length === 0 ? text : `${text}\n${fill(sections.extra_folders, { list: extraFolders.join(', ') })}`
}

import type { Mode } from '../contract/common.ts'
import type { MemoryNote } from '../contract/memory.ts'
import { memoryLines } from '../memory/index.ts'
import type { Catalogue } from '../skills/index.ts'
import {
  agentsBlock,
  goneBlock,
  instructionBlock,
  skillFilesBlock,
  skillsBlock,
  toldAgents,
  toldBlocks,
  toldSkillFiles,
  toldSkills,
} from './blocks.ts'
import type { InstructionFile } from './instructions.ts'
import { modeNews } from './mode.ts'
import { fill, promptTexts, type PromptTexts } from './texts.ts'

/** How things are now. */
export interface Present {
  readonly mode: Mode
  readonly date: string
  readonly branch: string
  readonly instructions: readonly InstructionFile[]
  /** Of folders below the project in which the model has touched files. */
  readonly ofFolders: readonly InstructionFile[]
  readonly notes: readonly MemoryNote[]
  readonly skills: Catalogue
  /** By id of a skill a touched file that it says it is for. */
  readonly skillFiles: ReadonlyMap<string, string>
  readonly agents: readonly string[]
}

/**
 * What the model does not know yet, a text each: compared with everything it was told since the epoch opened, so that a
 * restart forgets nothing and nothing is said twice.
 */
export function news(told: readonly string[], present: Present, texts: PromptTexts): string[] {
  const { sections } = texts
  return [
    ...modeNews(present.mode, told, texts),
    ...facts(told, present, sections),
    ...instructions(told, present, sections),
    ...memory(told, present.notes, sections),
    ...skillNews(told, present.skills, sections),
    ...skillFileNews(told, present.skillFiles, sections),
    ...agentNews(told, present.agents, sections),
  ]
}

function facts(told: readonly string[], { date, branch }: Present, sections: PromptTexts['sections']): string[] {
  const changed = [
    ...(lastTold(told, 'date') === date ? [] : [fill(sections.date, { value: date })]),
    ...(lastTold(told, 'branch') === branch ? [] : [fill(sections.branch, { value: branch })]),
  ]
  return changed.length === 0 ? [] : [[sections.changed, ...changed].join('\n')]
}

/** The language may have been changed in between. */
function lastTold(told: readonly string[], fact: 'date' | 'branch'): string | undefined {
  const labels = [promptTexts('en'), promptTexts('zh-CN')].map(({ sections }) => sections[fact].replace('{value}', ''))
  return told
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => labels.filter((label) => line.startsWith(label)).map((label) => line.slice(label.length)))
    .at(-1)
}

function instructions(told: readonly string[], { instructions: here, ofFolders }: Present, sections: PromptTexts['sections']): string[] {
  const known = toldBlocks(told)
  const said: string[] = []
  const now = new Set<string>()
  for (const one of [...here, ...ofFolders]) {
    now.add(one.file)
    const block = instructionBlock(one)
    const before = known.get(one.file)
    if (before === block) continue
    const isFirst = before === undefined && ofFolders.includes(one)
    said.push(`${isFirst ? sections.folder : sections.rewritten}\n${block}`)
  }
  const gone = [...known.keys()].filter((file) => !now.has(file) && known.get(file) !== goneBlock(file))
  if (gone.length > 0) said.push([sections.gone, ...gone.map(goneBlock)].join('\n'))
  return said
}

function memory(told: readonly string[], notes: readonly MemoryNote[], sections: PromptTexts['sections']): string[] {
  const known = new Map<string, string>()
  for (const [line, file = ''] of told.flatMap((text) => [...text.matchAll(/^- ((?:user|project)\/[\w-]+\.md): .*$/gm)])) {
    known.set(file, line)
  }
  const all = new Set(notes.map(({ level, file }) => `${level}/${file}`))
  const changed = memoryLines(notes).lines.flatMap(({ level, file, text }) => (known.get(`${level}/${file}`) === text ? [] : [text]))
  const deleted = [...known].flatMap(([file, line]) => {
    const gone = `- ${file}: (deleted)`
    return all.has(file) || line === gone ? [] : [gone]
  })
  const lines = [...changed, ...deleted]
  return lines.length === 0 ? [] : [[sections.remembered, ...lines].join('\n')]
}

/** A skill whose text was left out for want of room, then or now, is no news. */
function skillNews(told: readonly string[], { lines, left }: Catalogue, sections: PromptTexts['sections']): string[] {
  const known = toldSkills(told)
  const changed = [...lines].flatMap(([id, line]) => {
    const before = known.get(id)
    const isCut = before === `- ${id}` || (before !== undefined && !isGone(before) && line === `- ${id}`)
    return before === line || isCut ? [] : [line]
  })
  // Which ones find no room is no sign that they went away.
  const gone = left > 0 ? [] : [...known].flatMap(([id, line]) => (lines.has(id) || isGone(line) ? [] : [`- ${id}: ${GONE}`]))
  const said = [...changed, ...gone]
  return said.length === 0 ? [] : [[sections.skills_changed, skillsBlock(said)].join('\n')]
}

/** Once a skill: whether it is wanted is the model's to say. */
function skillFileNews(told: readonly string[], files: ReadonlyMap<string, string>, sections: PromptTexts['sections']): string[] {
  const known = toldSkillFiles(told)
  const lines = [...files].flatMap(([id, file]) => (known.has(id) ? [] : [`- ${id}: ${JSON.stringify(file)}`]))
  return lines.length === 0 ? [] : [[sections.skills_for_files, skillFilesBlock(lines)].join('\n')]
}

/** All of them again: there are few, and one that went away must not be called. */
function agentNews(told: readonly string[], agents: readonly string[], sections: PromptTexts['sections']): string[] {
  const before = toldAgents(told)
  const now = agentsBlock(agents)
  // Where none was told of the conversation cannot start any.
  return before === undefined || before === now ? [] : [[sections.agents_changed, now].join('\n')]
}

const GONE = '(gone)'

function isGone(line: string): boolean {
  return line.endsWith(`: ${GONE}`)
}

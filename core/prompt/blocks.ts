import type { InstructionFile } from './instructions.ts'

/** Instructions as the model gets them. The text cannot end its own block. */
export function instructionBlock({ file, from, text }: InstructionFile): string {
  const safe = text.replaceAll(/<(?=\/?instructions\b)/gi, '&lt;')
  return `<instructions file=${JSON.stringify(file)} from=${JSON.stringify(from)}>\n${safe}\n</instructions>`.toWellFormed()
}

export function goneBlock(file: string): string {
  return `<instructions file=${JSON.stringify(file)} gone></instructions>`
}

/** The newest block of each file among what the model was told. */
export function toldBlocks(told: readonly string[]): Map<string, string> {
  const blocks = new Map<string, string>()
  for (const text of told) {
    for (const [block, file = ''] of text.matchAll(/<instructions file=("(?:[^"\\]|\\.)*")[^>]*>[\s\S]*?<\/instructions>/g)) {
      blocks.set(unquoted(file), block)
    }
  }
  return blocks
}

/** Lines of skills, told apart from all other lists. */
export function skillsBlock(lines: Iterable<string>): string {
  return ['<skills>', ...lines, '</skills>'].join('\n')
}

/** The newest line of each skill among what the model was told, by id; a line that says a skill is gone counts as well. */
export function toldSkills(told: readonly string[]): Map<string, string> {
  const lines = new Map<string, string>()
  for (const text of told) {
    for (const [, block = ''] of text.matchAll(/^<skills>\n([^]*?)\n<\/skills>$/gm)) {
      for (const line of block.split('\n')) lines.set(/^- ([^:]*)/.exec(line)?.[1] ?? '', line)
    }
  }
  return lines
}

/** Skills and the files they are for, told apart from all other lists. */
export function skillFilesBlock(lines: Iterable<string>): string {
  return ['<skills-for-files>', ...lines, '</skills-for-files>'].join('\n')
}

/** Ids of the skills that the model was pointed to by a file. */
export function toldSkillFiles(told: readonly string[]): Set<string> {
  const blocks = told.flatMap((text) =>
    [...text.matchAll(/^<skills-for-files>\n([^]*?)\n<\/skills-for-files>$/gm)].map(([, block = '']) => block),
  )
  return new Set(blocks.flatMap((block) => block.split('\n').flatMap((line) => /^- ([^:]*): /.exec(line)?.[1] ?? [])))
}

/** Whom work can be handed to, told apart from all other lists. */
export function agentsBlock(lines: readonly string[]): string {
  return ['<agents>', ...lines, '</agents>'].join('\n')
}

/** The newest of these blocks among what the model was told. */
export function toldAgents(told: readonly string[]): string | undefined {
  return told.flatMap((text) => [...text.matchAll(/^<agents>\n[^]*?<\/agents>$/gm)].map(([block]) => block)).at(-1)
}

function unquoted(text: string): string {
  const value: unknown = JSON.parse(text)
  return String(value)
}

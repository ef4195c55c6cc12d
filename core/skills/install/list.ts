import { readSkill } from '../read-skill.ts'
import { quotas } from './limits.ts'
import { skillFiles } from './pick.ts'
import type { SourceTree } from './types.ts'

/** More are not read for a list. */
const MAX_SKILLS = 2_000

interface ListedSkill {
  readonly name: string
  readonly description: string
}

/** What a source has, by name. One that cannot be read is in it without a description. */
export async function listSkills(tree: SourceTree, signal: AbortSignal): Promise<ListedSkill[]> {
  const found: ListedSkill[] = []
  for (const { id, file } of skillFiles(tree).slice(0, MAX_SKILLS)) {
    signal.throwIfAborted()
    found.push({ name: id, description: file.description ?? (await described(tree, { id, file })) })
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function described(tree: SourceTree, { id, file }: ReturnType<typeof skillFiles>[number]): Promise<string> {
  // Too large for a skill: it is listed, and the installation says why it is refused.
  if ((file.bytes ?? 0) > quotas.fileBytes) return ''
  return readSkill(await tree.read(file, quotas.fileBytes), id).text?.description ?? ''
}

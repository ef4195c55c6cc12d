import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorText } from '../../contract/error-texts.ts'
import { AppError } from '../../contract/errors.ts'
import type { InstallKind, SkillPreview } from '../../contract/install.ts'
import { pluginBrings } from '../plugins/index.ts'
import { readSkill } from '../read-skill.ts'

type Words = Pick<SkillPreview, 'name' | 'description' | 'allowedTools' | 'body' | 'parts'>

/** What a staged folder says of itself. `AppError('install.skill_unread')`. */
export async function wordsOf(folder: string, { id, kind }: { id: string; kind: InstallKind }): Promise<Words> {
  if (kind === 'plugin') {
    const { name, description, ...parts } = await pluginBrings(folder)
    return { name, description, allowedTools: [], body: '', parts }
  }
  const names = await readdir(folder).catch(() => [])
  const file = names.find((name) => name === 'SKILL.md') ?? names.find((name) => name.toLowerCase() === 'skill.md') ?? 'SKILL.md'
  const bytes = await readFile(path.join(folder, file)).catch(() => undefined)
  const { text, diagnostics } = bytes ? readSkill(bytes, id) : { text: undefined, diagnostics: [] }
  if (text) return { name: text.name, description: text.description, allowedTools: [...text.allowedTools], body: text.body }
  const problem = diagnostics.find(({ level }) => level === 'error')?.problem
  const reason = problem ? errorText(problem.code, problem.params, 'en').what : file
  throw new AppError('install.skill_unread', { params: { file, reason } })
}

import path from 'node:path'
import type { SetupProduct } from '../contract/setup.ts'
import type { Installer } from '../skills/index.ts'
import { foldersWith, readWhole } from './files.ts'
import type { Finder, Found, Place } from './types.ts'

const MAX_BYTES = 256 * 1024

const FOLDERS: readonly { readonly product: SetupProduct; readonly at: string; readonly isReadInPlace?: boolean }[] = [
  { product: 'claude-code', at: '.claude/skills', isReadInPlace: true },
  { product: 'codex', at: '.codex/skills' },
  { product: 'cursor', at: '.cursor/skills' },
  { product: 'gemini', at: '.gemini/skills' },
  { product: 'opencode', at: '.config/opencode/skill' },
  { product: 'opencode', at: '.config/opencode/skills' },
]

interface SkillsDeps extends Place {
  readonly installer: Pick<Installer, 'preview' | 'discard'>
  readonly confirm: (previewId: string) => Promise<void>
  /** Ids of skills that are here. */
  readonly present: () => Promise<ReadonlySet<string>>
}

/** Skills that lie where MewCode does not look; each is scanned and installed as any other. */
export function findSkills({ userHome, installer, confirm, present }: SkillsDeps): Finder {
  return async (signal) => {
    const here = await present()
    const found = await Promise.all(
      FOLDERS.map(async ({ product, at, isReadInPlace }) => {
        const folders = await foldersWith(path.join(userHome, at), 'SKILL.md')
        return Promise.all(
          folders.map(async (folder): Promise<Found> => {
            const name = path.basename(folder)
            const text = await readWhole(path.join(folder, 'SKILL.md'), MAX_BYTES)
            const content = text === undefined || text === 'too_large' ? '' : text
            const it = { product, kind: 'skill' as const, name, path: folder, content }
            if (isReadInPlace) return { ...it, fate: { state: 'in_place' } }
            if (here.has(name.toLowerCase())) return { ...it, fate: { state: 'there' } }
            return { ...it, fate: { state: 'new', bring: () => install(folder, signal) } }
          }),
        )
      }),
    )
    return found.flat()
  }

  async function install(folder: string, signal: AbortSignal): Promise<'brought'> {
    const { previewId } = await installer.preview({ source: folder }, { level: 'user', projectRoot: undefined }, signal)
    try {
      await confirm(previewId)
    } catch (error) {
      await installer.discard(previewId)
      throw error
    }
    return 'brought'
  }
}

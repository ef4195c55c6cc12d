import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { InstallKind, SkillLevel } from '../../contract/install.ts'
import { nameKey, type InstallFor } from '../../skills/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

type Methods = 'preview' | 'previewUpdate' | 'confirm' | 'discard' | 'installed' | 'remove' | 'undo'

export function installHandlers(services: Services): Pick<RpcHandlers['skills'], Methods> {
  const { installer, skills, audit } = services
  const rootOf = (caller: Caller): string | undefined => (caller.projectId === undefined ? undefined : projectOf(services, caller).path)
  const whereOf = (level: SkillLevel, caller: Caller, kind?: InstallKind): InstallFor => ({
    level,
    projectRoot: rootOf(caller),
    ...(kind && { kind }),
  })
  const changed = (): void => services.announce({ type: 'settings.changed' })
  /** A skill of the same name elsewhere: one of the two will be hidden. */
  const alsoAt = async (id: string, { level, projectRoot }: InstallFor): Promise<{ alsoAt?: string }> => {
    const all = await skills.list({ projectRoot, isTrusted: false })
    const other = all.find((skill) => nameKey(skill.id) === nameKey(id) && skill.source !== level && skill.text)
    return other ? { alsoAt: other.path } : {}
  }
  return {
    async preview({ source, level, skill }, { caller, signal }) {
      const where = whereOf(level, caller)
      const preview = await installer.preview({ source, skill }, where, signal)
      return { ...preview, ...(await alsoAt(preview.id, where)) }
    },
    async previewUpdate({ id, level, kind }, { caller, signal }) {
      return installer.previewUpdate(id, whereOf(level, caller, kind), signal)
    },
    async confirm({ previewId, acceptCritical }, { caller }) {
      const projectRoot = rootOf(caller)
      const { id, path, isUpdate, ...what } = await installer.confirm(previewId, { projectRoot, acceptCritical })
      audit.installed({ projectRoot: projectRoot ?? '', name: id, action: isUpdate ? 'update' : 'install', ...what })
      changed()
      return { id, path }
    },
    async discard({ previewId }) {
      await installer.discard(previewId)
      return {}
    },
    installed: async (_, { caller }) => installer.installed(rootOf(caller)),
    async remove({ id, level, kind }, { caller }) {
      await installer.remove(id, whereOf(level, caller, kind))
      audit.installed({ projectRoot: rootOf(caller) ?? '', kind, name: id, action: 'remove' })
      changed()
      return {}
    },
    async undo({ id, level, kind }, { caller }) {
      await installer.undo(id, whereOf(level, caller, kind))
      audit.installed({ projectRoot: rootOf(caller) ?? '', kind, name: id, action: 'undo' })
      changed()
      return {}
    },
  }
}

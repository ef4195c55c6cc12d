import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { InstallKind, SkillLevel } from '../../contract/install.ts'
import { nameKey, type InstallFor } from '../../skills/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

type Methods =
  'preview' | 'previewUpdate' | 'checkUpdate' | 'confirm' | 'discard' | 'installed' | 'remove' | 'undo' | 'pin' | 'setPluginEnabled'

export function installHandlers(services: Services): Pick<RpcHandlers['skills'], Methods> {
  const { installer, installs, skills, config } = services
  const rootOf = (caller: Caller): string | undefined => (caller.projectId === undefined ? undefined : projectOf(services, caller).path)
  const whereOf = (level: SkillLevel, caller: Caller, kind?: InstallKind): InstallFor => ({
    level,
    projectRoot: rootOf(caller),
    ...(kind && { kind }),
  })
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
    async checkUpdate({ id, level, kind }, { caller, signal }) {
      const { previewId, isCurrent, ref, commit } = await installer.previewUpdate(id, whereOf(level, caller, kind), signal)
      await installer.discard(previewId)
      return { isCurrent, ref, commit }
    },
    async confirm({ previewId, acceptCritical }, { caller }) {
      const { id, path } = await installs.confirm(previewId, { projectRoot: rootOf(caller), acceptCritical })
      return { id, path }
    },
    async discard({ previewId }) {
      await installer.discard(previewId)
      return {}
    },
    async installed(_, { caller }) {
      const { user, project } = await config.switchedOff(rootOf(caller))
      const offIn = (id: string): SkillLevel[] => [
        ...(user.plugins.includes(id) ? ['user' as const] : []),
        ...(project.plugins.includes(id) ? ['project' as const] : []),
      ]
      return (await installer.installed(rootOf(caller))).map((one) => ({ ...one, off: one.kind === 'plugin' ? offIn(one.id) : [] }))
    },
    async remove({ id, level, kind }, { caller }) {
      await installs.remove(id, whereOf(level, caller, kind))
      return {}
    },
    async undo({ id, level, kind }, { caller }) {
      await installs.undo(id, whereOf(level, caller, kind))
      return {}
    },
    async pin({ id, level, kind, isPinned }, { caller }) {
      await installer.pin(id, whereOf(level, caller, kind), isPinned)
      services.announce({ type: 'settings.changed' })
      return {}
    },
    async setPluginEnabled({ id, isEnabled, level }, { caller }) {
      const all = await installer.installed(rootOf(caller))
      if (!all.some((one) => one.kind === 'plugin' && one.id === id)) throw new AppError('install.not_installed', { params: { id } })
      await config.setSwitch({ kind: 'plugins', id, isOn: isEnabled }, level === 'project' ? projectOf(services, caller).path : undefined)
      services.announce({ type: 'settings.changed' })
      return {}
    },
  }
}

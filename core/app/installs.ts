import path from 'node:path'
import type { Audit } from '../audit/index.ts'
import type { Config } from '../config/types.ts'
import type { InstallKind } from '../contract/install.ts'
import type { AppEvent } from '../contract/events.ts'
import type { TrustItem } from '../contract/trust.ts'
import type { Confirmed, Installer, InstallFor } from '../skills/index.ts'
import type { Storage } from '../storage/types.ts'

interface Deps {
  readonly installer: Installer
  readonly config: Pick<Config, 'load'>
  readonly trust: Storage['trust']
  readonly audit: Pick<Audit, 'installed'>
  readonly announce: (event: AppEvent) => void
}

/** Installing as the product does it, whoever asks: what was confirmed is kept on record, and what goes takes its rights along. */
export interface Installs {
  confirm(previewId: string, options: { projectRoot: string | undefined; acceptCritical: boolean }): Promise<Confirmed>
  remove(id: string, where: InstallFor): Promise<void>
  undo(id: string, where: InstallFor): Promise<void>
}

export function createInstalls({ installer, config, trust, audit, announce }: Deps): Installs {
  /** Hooks and servers of a project's plugin, as its files are now. */
  async function itemsOf(id: string, projectRoot: string): Promise<readonly TrustItem[]> {
    const folder = path.join('.mewcode', 'plugins', id) + path.sep
    return (await config.load(projectRoot)).trust.items.filter(({ file }) => file.startsWith(folder))
  }
  async function withoutRights(id: string, { level, projectRoot, kind }: InstallFor, change: () => Promise<void>): Promise<void> {
    const items = kind === 'plugin' && level === 'project' && projectRoot !== undefined ? await itemsOf(id, projectRoot) : []
    await change()
    // The same folder may come back by another hand.
    if (projectRoot !== undefined)
      trust.keep(
        projectRoot,
        items.map((item) => ({ ...item, hash: 'taken back' })),
      )
  }
  const tell = (kind: InstallKind, name: string, action: 'remove' | 'undo', { projectRoot = '' }: InstallFor): void => {
    audit.installed({ projectRoot, kind, name, action })
    announce({ type: 'settings.changed' })
  }
  return {
    async confirm(previewId, { projectRoot, acceptCritical }) {
      const confirmed = await installer.confirm(previewId, { projectRoot, acceptCritical })
      const { id, kind, level, isUpdate, source, commit } = confirmed
      // The card showed each of them: the yes to it was the word about them.
      if (kind === 'plugin' && level === 'project' && projectRoot !== undefined) trust.keep(projectRoot, await itemsOf(id, projectRoot))
      audit.installed({ projectRoot: projectRoot ?? '', kind, name: id, action: isUpdate ? 'update' : 'install', source, commit })
      announce({ type: 'settings.changed' })
      return confirmed
    },
    async remove(id, where) {
      await withoutRights(id, where, () => installer.remove(id, where))
      tell(where.kind ?? 'skill', id, 'remove', where)
    },
    async undo(id, where) {
      await withoutRights(id, where, () => installer.undo(id, where))
      tell(where.kind ?? 'skill', id, 'undo', where)
    },
  }
}

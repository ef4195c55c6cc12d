import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { FolderTrust } from '../../contract/trust.ts'
import { homeOnly, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function trustHandlers(services: Services): RpcHandlers['trust'] {
  const { storage, config, audit, announce } = services

  async function show(path: string): Promise<FolderTrust> {
    const { decision, items } = (await config.load(path)).trust
    return { path, decision, items: [...items] }
  }

  function changed(): void {
    announce({ type: 'settings.changed' })
    announce({ type: 'providers.changed' })
  }

  return {
    show: async (_, { caller }) => show(projectOf(services, caller).path),
    async allow({ items }, { caller }) {
      const { path } = projectOf(services, caller)
      const current = new Map((await show(path)).items.map((item) => [item.key, item]))
      const seen = items.map(({ key, hash }) => {
        const item = current.get(key)
        // What is trusted is what was read, never what has come in its place since.
        if (item?.hash !== hash) throw new AppError('trust.changed', { params: { item: key } })
        return item
      })
      storage.trust.keep(path, seen)
      storage.trust.decide(path, 'trusted')
      for (const { key } of seen) audit.trustChanged({ projectRoot: path, item: key, decision: 'allow' })
      if (seen.length === 0) audit.trustChanged({ projectRoot: path, decision: 'allow' })
      changed()
      return show(path)
    },
    async decline(_, { caller }) {
      const { path } = projectOf(services, caller)
      const { items } = await show(path)
      storage.trust.decide(path, 'declined')
      audit.trustChanged({ projectRoot: path, items: items.map(({ key }) => key), decision: 'deny' })
      changed()
      return show(path)
    },
    async revoke(_, { caller }) {
      const { path } = projectOf(services, caller)
      const { items } = await show(path)
      storage.trust.revoke(path)
      const trusted = items.flatMap(({ key, state }) => (state === 'trusted' ? key : []))
      audit.trustChanged({ projectRoot: path, items: trusted, decision: 'revoke' })
      changed()
      return show(path)
    },
    async folders(_, { caller }) {
      homeOnly(caller)
      return [...storage.trust.list()]
    },
  }
}

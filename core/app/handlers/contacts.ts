import type { RpcHandlers } from '../../contract/index.ts'
import type { Services } from '../services.ts'

export function contactHandlers({ storage }: Services): RpcHandlers['contacts'] {
  return {
    list: async () => ({ contacts: [...storage.contacts.list()] }),
    clear: async () => ({ cleared: storage.contacts.clear() }),
  }
}

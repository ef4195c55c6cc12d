import type { RpcHandlers } from '../../contract/index.ts'

/** No host looks for newer versions of itself but the one that puts its own in the place of these. */
export const noUpdates: RpcHandlers['updates'] = {
  state: async () => ({ kind: 'absent' }),
  look: async () => ({ kind: 'absent' }),
  restart: async () => ({}),
}

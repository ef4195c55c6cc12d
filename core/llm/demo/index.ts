import type { Provider } from '../types.ts'
import type { ProviderDeps } from '../provider-deps.ts'

export function createDemo({ config }: ProviderDeps): Provider {
  return {
    name: config.name,
    protocol: 'demo',
    async *stream(_request, signal) {
      if (signal.aborted) return
      yield { type: 'text', text: 'Demo' }
      yield { type: 'done', stopReason: 'end_turn', raw: undefined }
    },
  }
}

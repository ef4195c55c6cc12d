import type { KeyState } from '../../../core/contract/providers.ts'

type Translate = (key: string, named: Record<string, unknown>) => string

/** Whether there is a key, its end and where it comes from, in words. */
export function keyWords(t: Translate, key: KeyState): string {
  const words = key.state === 'set' ? key.source : key.state
  return t(`models.keyState.${words}`, { last4: key.last4, name: key.name })
}

import type { KeyState } from '../../../core/contract/providers.ts'

type Translate = (key: string, named: Record<string, unknown>) => string

/** Whether there is a key, its end and where it comes from, in words. */
export function keyWords(t: Translate, key: KeyState): string {
  if (key.state !== 'set') return t(`models.keyState.${key.state}`, {})
  // The core shows no part of a key too short to spare one.
  const isShort = key.last4 === '' && key.source !== 'none'
  return t(`models.${isShort ? 'shortKey' : 'keyState'}.${key.source}`, { last4: key.last4, name: key.name })
}

// Run in the page's preload world too, as source text: everything they need is inside them.

/** Values that structured clone carries, as JSON can hold them. */
export function pack(value: unknown): unknown {
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', v: String(value) }
  if (value instanceof Date) return { $: 'date', v: value.getTime() }
  if (value instanceof Map) return { $: 'map', v: pack([...value]) }
  if (value instanceof Set) return { $: 'set', v: pack([...value]) }
  if (value instanceof Uint8Array) return { $: 'bytes', v: [...value] }
  if (Array.isArray(value)) return value.map(pack)
  if (typeof value !== 'object' || value === null) return value
  return { $: 'object', v: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pack(member)])) }
}

export function unpack(packed: unknown): unknown {
  if (Array.isArray(packed)) return packed.map(unpack)
  if (typeof packed !== 'object' || packed === null) return packed
  const { $, v } = packed as { $: string; v: never }
  if ($ === 'undefined') return undefined
  if ($ === 'bigint') return BigInt(v)
  if ($ === 'number') return Number(v)
  if ($ === 'date') return new Date(v)
  if ($ === 'map') return new Map(unpack(v) as [unknown, unknown][])
  if ($ === 'set') return new Set(unpack(v) as unknown[])
  if ($ === 'bytes') return new Uint8Array(v)
  return Object.fromEntries(Object.entries(v).map(([name, member]) => [name, unpack(member)]))
}

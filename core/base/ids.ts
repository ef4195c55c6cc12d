import { randomFillSync } from 'node:crypto'

let lastMs = 0
let counter = 0

/** A UUIDv7: sortable by time; ids made in one process in one millisecond keep their order (RFC 9562 §6.2, method 1). */
export function newId(now: number = Date.now()): string {
  const ms = Math.max(now, lastMs)
  counter = ms === lastMs ? counter + 1 : 0
  lastMs = ms
  const bytes = randomFillSync(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(ms / 2 ** 32))
  view.setUint32(2, ms % 2 ** 32)
  view.setUint16(6, 0x7000 | (counter & 0xfff))
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

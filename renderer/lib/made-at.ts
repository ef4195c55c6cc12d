/** When an id was made, in milliseconds since the epoch: as a UUIDv7 it begins with its time. */
export function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

/** More levels than anybody writes, far fewer than what walks a value by recursion has stack for. */
const MAX_DEPTH = 200

/** Whether a value is nested beyond use: reading it as JSON costs no stack, but writing it, checking it and storing it do. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1))
}

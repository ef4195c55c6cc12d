/** A text field of a value that came from a model; undefined when it is not there or is something else. */
export function textField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const field: unknown = Reflect.get(value, name)
  return typeof field === 'string' ? field : undefined
}

/** The same of a number. */
export function numberField(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const field: unknown = Reflect.get(value, name)
  return typeof field === 'number' ? field : undefined
}

/** All text fields of a value from outside. */
export function textFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]: [string, unknown]) => (typeof field === 'string' ? [[name, field]] : [])),
  )
}

/** `start…end`, cut in the middle, where paths and commands say least. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const end = Math.ceil((length - 1) * 0.6)
  return `${text.slice(0, length - 1 - end)}…${text.slice(-end)}`
}

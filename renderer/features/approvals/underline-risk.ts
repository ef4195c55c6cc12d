export interface CommandSegment {
  readonly text: string
  readonly risky: boolean
}

/** The command cut where its risky parts begin and end. A part that is not found word for word marks nothing. */
export function underlineRisk(command: string, riskyParts: readonly string[]): readonly CommandSegment[] {
  const segments: CommandSegment[] = []
  let end = 0
  for (const part of riskyParts) {
    const start = part === '' ? -1 : command.indexOf(part, end)
    if (start < 0) continue
    if (start > end) segments.push({ text: command.slice(end, start), risky: false })
    segments.push({ text: part, risky: true })
    end = start + part.length
  }
  if (end < command.length) segments.push({ text: command.slice(end), risky: false })
  return segments
}

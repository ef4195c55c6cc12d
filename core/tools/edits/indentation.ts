/** How lines of the model's spacing are to be indented in the file: what `indents` says, and the step between two levels. */
export function reindenter(indents: ReadonlyMap<string, string>): (line: string) => string {
  const bases = [...indents.keys()].toSorted((a, b) => b.length - a.length)
  const step = stepBetween(indents)
  const adapted = (indent: string): string => {
    // A deeper line: the longest known indentation it starts with is exchanged, and what goes beyond it by steps.
    const base = bases.find((key) => indent.startsWith(key))
    if (base === undefined) return indent
    const beyond = indent.slice(base.length)
    const steps = step && beyond.length % step.from.length === 0 && beyond === step.from.repeat(beyond.length / step.from.length)
    return (indents.get(base) ?? '') + (steps ? step.to.repeat(beyond.length / step.from.length) : beyond)
  }
  const known = new Map<string, string>()
  return (line) => {
    const indent = indentOf(line)
    const own = known.get(indent) ?? adapted(indent)
    known.set(indent, own)
    return own + line.slice(indent.length)
  }
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

interface Step {
  readonly from: string
  readonly to: string
}

/** The smallest difference between two known levels, in both spacings. */
function stepBetween(indents: ReadonlyMap<string, string>): Step | undefined {
  const levels = [...indents].toSorted(([a], [b]) => a.length - b.length)
  let best: Step | undefined
  for (const [at, [key, value]] of levels.entries()) {
    const [nextKey, nextValue] = levels[at + 1] ?? ['', '']
    if (!nextKey.startsWith(key) || !nextValue.startsWith(value) || nextKey === key) continue
    const step = { from: nextKey.slice(key.length), to: nextValue.slice(value.length) }
    if (!best || step.from.length < best.from.length) best = step
  }
  return best
}

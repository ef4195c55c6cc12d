import { limits } from '../limits.ts'
import { cutHead } from '../text/cut.ts'
import type { GrepInput } from './definition.ts'

/** Collects what a search found, up to its bounds. */
export interface Hits {
  /** `rest` is what ripgrep prints behind the file's name. */
  add(path: string, rest: string): 'more' | 'enough'
  /** Forgets a file's hits: it is searched again. */
  drop(path: string): void
  /** In the order of their paths: ripgrep's own order changes from run to run. */
  write(): string
  readonly count: number
  readonly files: number
}

interface Line {
  readonly number: number
  readonly text: string
}

const HIT = /^\d+:/

export function createHits(mode: NonNullable<GrepInput['output_mode']>, limit: number): Hits {
  const byFile = new Map<string, Line[]>()
  let count = 0
  let bytes = 0

  const keep = (path: string, line: Line): void => {
    const lines = byFile.get(path)
    if (lines) lines.push(line)
    else byFile.set(path, [line])
    bytes += path.length + Buffer.byteLength(line.text) + 8
  }

  return {
    add(path, rest) {
      if (count >= limit || bytes > limits.search.bytes) return 'enough'
      if (mode !== 'content') {
        keep(path, { number: 0, text: mode === 'count' ? `:${rest}` : '' })
        count++
        return 'more'
      }
      const match = /^(\d+)([:-])/.exec(rest)
      if (!match) return 'more'
      const isHit = match[2] === ':'
      const text = rest.slice(match[0].length).replace(/\r$/, '')
      const shown = text.length > limits.search.lineChars ? `${cutHead(text, limits.search.lineChars)} …` : text
      keep(path, { number: Number(match[1]), text: `${match[1]}${match[2]}${shown}` })
      if (isHit) count++
      return 'more'
    },
    drop(path) {
      const lines = byFile.get(path) ?? []
      byFile.delete(path)
      count -= mode === 'content' ? lines.filter(({ text }) => HIT.test(text)).length : lines.length
    },
    write() {
      const files = [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))
      if (mode !== 'content') return files.map(([path, lines]) => `${path}${lines[0]?.text ?? ''}`).join('\n')
      return files.map(([path, lines]) => `${path}\n${withGaps(lines)}`).join('\n\n')
    },
    get count() {
      return count
    },
    get files() {
      return byFile.size
    },
  }
}

/** Groups of context are set apart where lines are left out. */
function withGaps(lines: readonly Line[]): string {
  const sorted = [...lines].sort((a, b) => a.number - b.number)
  const isGrouped = sorted.some((line) => /^\d+-/.test(line.text))
  return sorted
    .map((line, at) => {
      const before = sorted[at - 1]
      return isGrouped && before && line.number > before.number + 1 ? `--\n${line.text}` : line.text
    })
    .join('\n')
}

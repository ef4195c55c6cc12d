import { parseDiff, type DiffLine } from './diff-lines.ts'

/** A unified diff over several files, file by file. */
export function diffByFile(diff: string): { file: string; lines: readonly DiffLine[] }[] {
  return diff.split(/^=+\n/m).flatMap((part) => {
    const names = [/^\+\+\+ (.+?)\t?$/m.exec(part)?.[1], /^--- (.+?)\t?$/m.exec(part)?.[1], /^Binary file (.+) differs$/m.exec(part)?.[1]]
    const file = names.find((name) => name !== undefined && name !== '/dev/null')
    return file === undefined ? [] : [{ file, lines: parseDiff(part) }]
  })
}

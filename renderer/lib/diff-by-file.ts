import { parseDiff, type DiffLine } from './diff-lines.ts'

/** A unified diff over several files, file by file; git's own names begin with `a/` and `b/`. */
export function diffByFile(diff: string): { file: string; lines: readonly DiffLine[] }[] {
  return diff.split(/^=+\n|^(?=diff --git )/m).flatMap((part) => {
    const names = [/^\+\+\+ (.+?)\t?$/m.exec(part)?.[1], /^--- (.+?)\t?$/m.exec(part)?.[1], /^Binary file (.+) differs$/m.exec(part)?.[1]]
    const file = names.find((name) => name !== undefined && name !== '/dev/null')
    if (file === undefined) return []
    return [{ file: part.startsWith('diff --git ') ? file.replace(/^[ab]\//, '') : file, lines: parseDiff(part) }]
  })
}

import { stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { shownPath } from '../files/locate.ts'
import { limits } from '../limits.ts'
import { runRipgrep, type SearchEnd } from '../search/run-ripgrep.ts'
import { searchScope } from '../search/scope.ts'
import { fitLines } from '../text/fit-lines.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import type { GlobInput } from './definition.ts'
import { splitPattern, type SplitPattern } from './pattern.ts'

export async function globTool(input: GlobInput, context: ToolContext): Promise<ToolResult> {
  const scope = await searchScope(input.path, context)
  if (!scope.isFolder) throw new ToolFailure(`${scope.shown} is a file; give a folder in path.`)
  const pattern = await splitPattern(input.pattern, scope.absolute)
  const literal = pattern.rest === '' && !(await isFolder(pattern.folder))
  if (literal) return result([pattern.folder], { ending: 'finished', complaints: '' }, context)
  const found: string[] = []
  const end = await listFiles(pattern, context, (path) => found.push(path))
  return result(await newestFirst(found), end, context)
}

/** ripgrep lists by name at most, as a file type: given the pattern as `--glob` it would also show files that `.gitignore` hides. */
async function listFiles(pattern: SplitPattern, context: ToolContext, add: (path: string) => void): Promise<SearchEnd> {
  return runRipgrep(
    {
      args: [
        '--files',
        '--null',
        ...(pattern.hidden ? ['--hidden', '--glob=!**/.git/**'] : []),
        ...(pattern.nameGlob === undefined ? [] : [`--type-add=mewcodeglob:${pattern.nameGlob}`, '--type=mewcodeglob']),
        '--',
        '.',
      ],
      cwd: pattern.folder,
      separator: '\0',
      onRecord(record) {
        const relative = (sep === '/' ? record : record.replaceAll(sep, '/')).replace(/^\.\//, '')
        if (pattern.matches(relative)) add(join(pattern.folder, relative))
        return 'more'
      },
    },
    context,
  )
}

function result(found: readonly string[], end: SearchEnd, context: ToolContext): ToolResult {
  if (found.length === 0 && end.complaints !== '') throw new ToolFailure(`Nothing could be listed: ${end.complaints}`)
  const first = found.slice(0, limits.search.hits).map((path) => shownPath(path, context.projectRoot))
  const shown = fitLines(first, limits.search.bytes)
  const notes = [
    found.length > shown.length ? `(${found.length - shown.length} more; narrow the pattern)` : '',
    end.ending === 'timed_out' ? `(stopped after ${limits.search.timeoutMs / 1000} s; there may be more)` : '',
    end.complaints === '' ? '' : `(some folders could not be read: ${end.complaints})`,
  ]
  const text = [shown.length === 0 ? 'No files match.' : shown.join('\n'), ...notes].filter((part) => part !== '').join('\n')
  return {
    content: [{ type: 'text', text: text.toWellFormed() }],
    meta: { count: found.length, truncated: found.length > shown.length || end.ending === 'timed_out' },
  }
}

async function newestFirst(paths: readonly string[]): Promise<readonly string[]> {
  const dated = await Promise.all(paths.slice(0, limits.search.sorted).map(async (path) => ({ path, changedMs: await changeTime(path) })))
  dated.sort((a, b) => b.changedMs - a.changedMs || (a.path < b.path ? -1 : 1))
  return [...dated.map(({ path }) => path), ...paths.slice(limits.search.sorted)]
}

async function changeTime(path: string): Promise<number> {
  return stat(path).then(
    (stats) => stats.mtimeMs,
    () => 0,
  )
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

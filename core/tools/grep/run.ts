import { resolve } from 'node:path'
import { shownPath } from '../files/locate.ts'
import { limits } from '../limits.ts'
import { runRipgrep, type SearchEnd } from '../search/run-ripgrep.ts'
import { searchScope, type Scope } from '../search/scope.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import { grepArguments, pathFilter } from './arguments.ts'
import type { GrepInput } from './definition.ts'
import { byEncoding, encodingsToTry, type LegacyEncoding } from './encodings.ts'
import { createHits, type Hits } from './hits.ts'

export async function grepTool(input: GrepInput, context: ToolContext): Promise<ToolResult> {
  const scope = await searchScope(input.path, context)
  const hits = createHits(input.output_mode ?? 'content', input.head_limit ?? limits.search.hits)
  const search = createSearch(input, scope, context)
  const garbled = new Set<string>()
  const end = await search({}, (file, rest) => {
    if (rest.includes('\ufffd')) garbled.add(file.absolute)
    return hits.add(file.shown, rest)
  })
  await addLegacy({ input, hits, search, garbled }, end)
  return result(hits, end)
}

interface Found {
  readonly absolute: string
  readonly shown: string
}

interface Pass {
  /** Searches these files only. */
  readonly files?: readonly string[]
  readonly encoding?: LegacyEncoding
  readonly namesOnly?: boolean
}

type RunPass = (pass: Pass, onHit: (file: Found, rest: string) => 'more' | 'enough') => Promise<SearchEnd>

function createSearch(input: GrepInput, scope: Scope, context: ToolContext): RunPass {
  const { projectRoot } = context
  const passes = pathFilter(input)
  return async ({ files, encoding, namesOnly = false }, onHit) => {
    const asked: GrepInput = namesOnly ? { ...input, output_mode: 'files' } : input
    const isList = asked.output_mode === 'files'
    return runRipgrep(
      {
        args: [
          ...(encoding === undefined ? [] : [`--encoding=${encoding}`]),
          ...grepArguments(asked),
          '--',
          ...(files ?? [isInside(scope) ? scope.shown : scope.absolute]),
        ],
        cwd: projectRoot,
        separator: isList ? '\0' : '\n',
        onRecord(record) {
          const nul = record.indexOf('\0')
          // Without a name it is the line between two groups of context.
          if (nul < 0 && !isList) return 'more'
          const absolute = resolve(projectRoot, nul < 0 ? record : record.slice(0, nul))
          const shown = shownPath(absolute, projectRoot)
          if (!passes(shown) && !passes(shownPath(absolute, scope.absolute))) return 'more'
          return onHit({ absolute, shown }, record.slice(nul + 1))
        },
      },
      context,
    )
  }
}

/**
 * ripgrep reads UTF-8, and UTF-16 by its mark. What it printed from files in another encoding is searched again in that
 * one; a pattern that is not ASCII has other bytes there and is looked for anew.
 */
async function addLegacy(
  { input, hits, search, garbled }: { input: GrepInput; hits: Hits; search: RunPass; garbled: Set<string> },
  { ending }: SearchEnd,
): Promise<void> {
  const candidates = new Set(garbled)
  if (ending === 'finished') {
    for (const encoding of encodingsToTry(input.pattern)) {
      await search({ encoding, namesOnly: true }, ({ absolute }) => {
        candidates.add(absolute)
        return candidates.size < limits.search.legacyFiles ? 'more' : 'enough'
      })
    }
  }
  for (const [encoding, files] of await byEncoding([...candidates])) {
    const again = new Set<string>()
    await search({ encoding, files }, ({ shown }, rest) => {
      if (!again.has(shown)) hits.drop(shown)
      again.add(shown)
      return hits.add(shown, rest)
    })
  }
}

function result(hits: Hits, end: SearchEnd): ToolResult {
  if (hits.count === 0 && end.complaints !== '') throw new ToolFailure(`The search failed: ${end.complaints}`)
  const notes = [
    end.ending === 'full' ? `(stopped at ${hits.count} hits; narrow the pattern, or raise head_limit)` : '',
    end.ending === 'timed_out' ? `(stopped after ${limits.search.timeoutMs / 1000} s; there may be more)` : '',
    end.complaints === '' ? '' : `(some files could not be searched: ${end.complaints})`,
  ]
  const text = [hits.count === 0 ? 'No matches.' : hits.write(), ...notes].filter((part) => part !== '').join('\n')
  return {
    content: [{ type: 'text', text: text.toWellFormed() }],
    meta: { count: hits.count, files: hits.files, truncated: end.ending !== 'finished' },
  }
}

/** Given relative, ripgrep prints relative names. */
function isInside({ shown, absolute }: Scope): boolean {
  return shown !== absolute
}

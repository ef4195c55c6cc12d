import { resolve } from 'node:path'
import { shownPath } from '../files/locate.ts'
import { limits } from '../limits.ts'
import { runRipgrep, type SearchEnd } from '../search/run-ripgrep.ts'
import { searchScope, type Scope } from '../search/scope.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import { grepArguments, pathFilter } from './arguments.ts'
import type { GrepInput } from './definition.ts'
import { createHits, type Hits } from './hits.ts'

export async function grepTool(input: GrepInput, context: ToolContext): Promise<ToolResult> {
  const scope = await searchScope(input.path, context)
  const hits = createHits(input.output_mode ?? 'content', input.head_limit ?? limits.search.hits)
  const passes = pathFilter(input)
  const end = await runRipgrep(
    {
      args: [...grepArguments(input), '--', isInside(scope) ? scope.shown : scope.absolute],
      cwd: context.projectRoot,
      separator: input.output_mode === 'files' ? '\0' : '\n',
      onRecord(record) {
        const nul = record.indexOf('\0')
        // Without a name it is the line between two groups of context.
        if (nul < 0 && input.output_mode !== 'files') return 'more'
        const absolute = resolve(context.projectRoot, nul < 0 ? record : record.slice(0, nul))
        const shown = shownPath(absolute, context.projectRoot)
        if (!passes(shown) && !passes(shownPath(absolute, scope.absolute))) return 'more'
        return hits.add(shown, record.slice(nul + 1))
      },
    },
    context,
  )
  return result(hits, end)
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

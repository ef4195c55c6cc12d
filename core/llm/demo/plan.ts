import type { Intent } from './intent.ts'
import { words, type DemoLanguage } from './words.ts'

/** A call of this turn and what came of it. */
export interface Done {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly text: string
  readonly isError: boolean
}

/** What to do next: say something, and call a tool unless the turn is over. */
export interface Move {
  readonly say: string
  readonly call?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
}

/** The next move for an intent, from what this turn's calls brought. It depends on nothing else. */
export function nextMove(intent: Intent, done: readonly Done[], language: DemoLanguage): Move {
  const say = words[language]
  const last = done.at(-1)
  switch (intent.kind) {
    case 'help':
      return { say: say.help }
    case 'list':
      if (!last) return { say: say.willList(), call: { name: 'glob', input: { pattern: '**/*' } } }
      return { say: last.isError ? failure(last) : `${say.listed()}\n${fenced(last.text)}` }
    case 'search':
      if (!last)
        return {
          say: say.willSearch(intent.pattern),
          call: { name: 'grep', input: { pattern: escaped(intent.pattern), output_mode: 'content' } },
        }
      return { say: hits(last, intent.pattern) }
    case 'find':
      if (!last) return find(intent.name)
      return { say: hits(last, intent.name) }
    case 'create':
      if (!last)
        return { say: say.willCreate(intent.file), call: { name: 'write_file', input: { path: intent.file, content: intent.content } } }
      return { say: last.isError ? failure(last) : say.created(intent.file) }
    case 'run':
      if (!last) return { say: say.willRun(intent.command), call: { name: 'bash', input: { command: intent.command } } }
      return { say: last.isError ? failure(last) : `${say.ran(intent.command)}\n${fenced(last.text)}` }
    case 'read':
      return reach(intent.file, (read) => ({ say: `${say.content(pathOf(read))}\n${fenced(read.text)}` }))
    case 'edit':
      return reach(intent.file, (read) => change(pathOf(read), intent))
  }

  /** Reads the file; where the path leads nowhere it is looked for by its name. */
  function reach(file: string, then: (read: Done) => Move): Move {
    const read = done.find((one) => one.name === 'read_file' && !one.isError)
    if (read) return then(read)
    if (!last) return { say: say.willRead(file), call: { name: 'read_file', input: { path: file } } }
    if (last.name === 'read_file' && done.length === 1) return find(baseName(file))
    const hit = last.name === 'glob' && !last.isError ? fileAmong(last.text, baseName(file)) : undefined
    if (hit !== undefined) return { say: say.willRead(hit), call: { name: 'read_file', input: { path: hit } } }
    const [first] = done
    return { say: first?.isError && last.name === 'glob' ? say.nothing(file) : failure(last) }
  }

  function find(name: string): Move {
    return { say: say.willFind(name), call: { name: 'glob', input: { pattern: `**/${name}` } } }
  }

  function change(file: string, { from, to }: { from: string; to: string }): Move {
    if (last?.name === 'edit_file') return { say: last.isError ? failure(last) : say.edited(file, from, to) }
    return { say: say.willEdit(file), call: { name: 'edit_file', input: { path: file, old_string: from, new_string: to } } }
  }

  function hits(result: Done, what: string): string {
    if (result.isError) return failure(result)
    const isEmpty = result.text.trim() === '' || /^no (files|matches|hits|lines)/i.test(result.text.trim())
    return isEmpty ? say.nothing(what) : `${say.found(what)}\n${fenced(result.text)}`
  }

  function failure(result: Done): string {
    return `${say.failed()} ${result.text.trim()}`
  }
}

function pathOf(read: Done): string {
  return typeof read.input['path'] === 'string' ? read.input['path'] : ''
}

function baseName(path: string): string {
  return path.split('/').at(-1) ?? path
}

function fileAmong(listing: string, name: string): string | undefined {
  return listing
    .split('\n')
    .find((line) => baseName(line.trim()) === name)
    ?.trim()
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

const shownLines = 60

function fenced(text: string): string {
  const lines = text.trimEnd().split('\n')
  const shown = lines.slice(0, shownLines).join('\n')
  // A longer fence than any inside, so that the text cannot close it.
  const fence = '`'.repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence}\n${shown}\n${fence}${lines.length > shownLines ? '\n…' : ''}`
}

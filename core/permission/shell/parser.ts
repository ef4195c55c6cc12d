import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type { Parser, Tree } from 'web-tree-sitter'

/** Longer lines are not read; nobody can judge them either. */
const MAX_LINE = 50_000
/** A grammar can be driven into quadratic time; a line that takes this long is not read. */
const MAX_MS = 250

/** Undefined: too long, or it took too long. The caller deletes the tree. */
export type ParseLine = (line: string) => Tree | undefined

/** The bash grammar, loaded on first use and once. */
export function createShellParser(): { ready(): Promise<ParseLine> } {
  let loading: Promise<Parser> | undefined
  return {
    async ready() {
      const parser = await (loading ??= load())
      return (line) => {
        if (line.length > MAX_LINE) return undefined
        const deadline = performance.now() + MAX_MS
        const tree = parser.parse(line, null, { progressCallback: () => performance.now() > deadline })
        // What was begun would be gone on with by the next line.
        if (!tree) parser.reset()
        return tree ?? undefined
      }
    },
  }
}

async function load(): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter')
  const require = createRequire(import.meta.url)
  // Bytes, not paths: inside Electron's archive only Node's own reading works.
  const [wasmBinary, grammar] = await Promise.all([
    readFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  ])
  // The optimizing compiler takes half a gigabyte and a second for the grammar's largest function; the first one's code is fast enough.
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
  await Parser.init({ wasmBinary })
  const parser = new Parser()
  parser.setLanguage(await Language.load(grammar))
  return parser
}

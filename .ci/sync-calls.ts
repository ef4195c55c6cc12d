import child from 'node:child_process'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { ROOT } from './command.ts'

/** What holds the process that serves windows until the disk, another program or a person has answered. */
const WAITING: ReadonlySet<string> = new Set([
  ...[...Object.keys(fs), ...Object.keys(child)].filter((name) => name.endsWith('Sync')),
  // Electron's.
  ...['showOpenDialogSync', 'showSaveDialogSync', 'showMessageBoxSync', 'sendSync', 'showCertificateTrustDialogSync'],
])

/** Where calls of windows and events of the system begin. Workers are threads of their own, and the command line has no window. */
export const ROOTS: readonly string[] = ['electron/main/main.ts', 'electron/preload/preload.ts', 'core/app/index.ts', 'core/serve/index.ts']

/** Under storage.md's limits, on purpose. */
const EXEMPT = /^core\/storage\//

interface Allowed {
  readonly file: string
  readonly calls: readonly string[]
  readonly reason: string
}

const ALLOWED: readonly Allowed[] = [
  {
    file: 'core/platform/node-platform.ts',
    calls: ['accessSync', 'chmodSync', 'mkdirSync', 'statSync'],
    reason: 'makes the home folder, once, before there is a window',
  },
  {
    file: 'core/platform/processes-now.ts',
    calls: ['readFileSync', 'readdirSync'],
    reason: 'of a host that goes at this moment, whose windows are gone; what waits did not come back',
  },
  { file: 'core/app/real-place.ts', calls: ['realpathSync'], reason: 'of three folders, once, before there is a window' },
  {
    file: 'core/skills/stamps.ts',
    calls: ['statSync'],
    reason: 'two thousand take 4 ms, ten times as long through the thread pool; in slices, held by P15',
  },
  { file: 'core/skills/links.ts', calls: ['realpathSync'], reason: 'as stamps: of links only, in slices, held by P15' },
  { file: 'core/skills/find-skills.ts', calls: ['readdirSync'], reason: 'as stamps: in slices, held by P15' },
  {
    file: 'core/skills/skill-files.ts',
    calls: ['closeSync', 'fstatSync', 'openSync', 'readSync'],
    reason: 'as stamps: files of at most 1 MB, in slices, held by P15',
  },
]

/** A file's text by its path from the root; undefined: there is none. */
export type ReadText = (file: string) => Promise<string | undefined>

/** One sentence for every waiting call that can be reached from a root and is not allowed, and for everything allowed that is not used. */
export async function syncProblems(read: ReadText, allowed: readonly Allowed[] = ALLOWED): Promise<string[]> {
  const problems: string[] = []
  const unused = new Set(allowed.flatMap(({ file, calls }) => calls.map((call) => `${file}: ${call}`)))
  const seen = new Set(ROOTS)
  for (const file of seen) {
    const text = await read(file)
    if (text === undefined) {
      problems.push(`${file} is imported and not there`)
      continue
    }
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    for (const next of importsOf(source)) seen.add(next)
    if (EXEMPT.test(file)) continue
    for (const { name, line } of waitingCalls(source)) {
      if (allowed.some((one) => one.file === file && one.calls.includes(name))) unused.delete(`${file}: ${name}`)
      else problems.push(`${file}:${line} ${name} holds every window up until it has answered`)
    }
  }
  return [...problems, ...[...unused].map((name) => `${name} is allowed and not used`)]
}

function importsOf(source: ts.SourceFile): string[] {
  const found: string[] = []
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteralLike(node) && /^\.{1,2}\/.*\.ts$/.test(node.text))
      found.push(posix.join(posix.dirname(source.fileName), node.text))
  }
  each(source, (node) => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) add(node.moduleSpecifier)
    if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0])
  })
  return found
}

function waitingCalls(source: ts.SourceFile): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = []
  each(source, (node) => {
    const name = nameIn(node)
    if (name !== undefined && WAITING.has(name))
      found.push({ name, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 })
  })
  return found
}

/** Wherever a function is taken by its own name: `import { x as y }`, `fs.x`, `fs['x']`, `const { x: y } = fs`. */
function nameIn(node: ts.Node): string | undefined {
  if (ts.isImportSpecifier(node) || ts.isBindingElement(node)) {
    const name = node.propertyName ?? node.name
    return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined
  }
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) return node.argumentExpression.text
  return undefined
}

function each(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  ts.forEachChild(node, (child) => each(child, look))
}

export const readSource: ReadText = (file) => readFile(join(ROOT, file), 'utf8').catch(() => undefined)

if (import.meta.main) {
  const problems = await syncProblems(readSource)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

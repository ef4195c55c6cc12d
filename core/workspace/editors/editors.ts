import path from 'node:path'
import type { EditorId } from '../../contract/app.ts'
import { findProgram, type Environment } from '../../platform/index.ts'
import { readEditorVariable } from './editor-variable.ts'

export interface FoundEditor {
  readonly id: EditorId
  readonly name: string
  /** Absolute. */
  readonly program: string
  /** What opens `file` at `line`, behind the program; never read by a shell. */
  args(file: string, line: number): readonly string[]
}

interface KnownEditor {
  readonly id: EditorId
  readonly name: string
  readonly commands: readonly string[]
  /** Where it lies when its command is on no path, below the folders of programs. */
  readonly mac: string
  readonly windows: string
  args(file: string, line: number): readonly string[]
}

const goto = (file: string, line: number): readonly string[] => ['--goto', `${file}:${line}`]

const KNOWN: readonly KnownEditor[] = [
  {
    id: 'vscode',
    name: 'VS Code',
    commands: ['code', 'code-insiders', 'codium'],
    mac: 'Visual Studio Code.app/Contents/Resources/app/bin/code',
    windows: 'Microsoft VS Code\\Code.exe',
    args: goto,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    commands: ['cursor'],
    mac: 'Cursor.app/Contents/Resources/app/bin/cursor',
    windows: 'cursor\\Cursor.exe',
    args: goto,
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    commands: ['windsurf'],
    mac: 'Windsurf.app/Contents/Resources/app/bin/windsurf',
    windows: 'Windsurf\\Windsurf.exe',
    args: goto,
  },
  {
    id: 'zed',
    name: 'Zed',
    commands: ['zed', 'zeditor'],
    mac: 'Zed.app/Contents/MacOS/cli',
    windows: 'Zed\\bin\\zed.exe',
    args: (file, line) => [`${file}:${line}`],
  },
  {
    id: 'jetbrains',
    name: 'JetBrains',
    commands: ['idea', 'webstorm', 'pycharm', 'goland', 'phpstorm', 'rubymine', 'clion', 'rider', 'rustrover'],
    mac: 'IntelliJ IDEA.app/Contents/MacOS/idea',
    windows: 'IntelliJ IDEA\\bin\\idea64.exe',
    args: (file, line) => ['--line', String(line), file],
  },
]

/** The editors of this machine that open in a window of their own, in a fixed order, `$VISUAL` and `$EDITOR` last. */
export async function findEditors(env: Environment, system: NodeJS.Platform = process.platform): Promise<readonly FoundEditor[]> {
  const known = await Promise.all(
    KNOWN.map(async (editor) => {
      const program = await firstOf([...editor.commands, ...elsewhere(editor, env, system)], env)
      return program === undefined ? [] : [{ id: editor.id, name: editor.name, program, args: editor.args }]
    }),
  )
  const own = readEditorVariable(env)
  const program = own && (await firstOf([own.program], env))
  if (!own || program === undefined) return known.flat()
  const variable: FoundEditor = {
    id: 'environment',
    name: path.basename(program),
    program,
    args: (file, line) => [...own.args, `+${line}`, file],
  }
  return [...known.flat(), variable]
}

async function firstOf(programs: readonly string[], env: Environment): Promise<string | undefined> {
  for (const program of programs) {
    const found = path.isAbsolute(program)
      ? await findProgram(path.basename(program), { PATH: path.dirname(program) })
      : await findProgram(program, env)
    if (found !== undefined) return found
  }
  return undefined
}

function elsewhere(editor: KnownEditor, env: Environment, system: NodeJS.Platform): readonly string[] {
  if (system === 'darwin') return [path.join('/Applications', editor.mac)]
  if (system !== 'win32') return []
  const { LOCALAPPDATA: mine, ProgramFiles: everybodys } = env
  return [...(mine ? [path.join(mine, 'Programs', editor.windows)] : []), ...(everybodys ? [path.join(everybodys, editor.windows)] : [])]
}

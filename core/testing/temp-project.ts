import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A throw-away folder with files. */
export interface TempProject {
  /** Real path. */
  readonly root: string
  path(relative: string): string
  write(relative: string, content: string | Uint8Array): void
  read(relative: string): string
  has(relative: string): boolean
  close(): void
}

/** The folder has a blank, Chinese and an emoji in its name unless another is asked for. */
export function tempProject(files: Readonly<Record<string, string | Uint8Array>> = {}, { folder = 'my 项目 🦀' } = {}): TempProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-project-')))
  const root = join(base, folder)
  mkdirSync(root)
  const project: TempProject = {
    root,
    path: (relative) => join(root, relative),
    write(relative, content) {
      mkdirSync(dirname(join(root, relative)), { recursive: true })
      writeFileSync(join(root, relative), content)
    },
    read: (relative) => readFileSync(join(root, relative), 'utf8'),
    has: (relative) => existsSync(join(root, relative)),
    close: () => rmSync(base, { recursive: true, force: true }),
  }
  for (const [relative, content] of Object.entries(files)) project.write(relative, content)
  return project
}

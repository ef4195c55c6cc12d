import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './command.ts'

const SOURCES = ['core', 'electron', 'renderer', 'resources', 'builtin-agents']
const CONFIGS = [
  'package.json',
  'CHANGELOG.md',
  'CHANGELOG.zh-CN.md',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.diagram.config.ts',
  'vite.node.config.ts',
  'vite.preload.config.ts',
  '.ci/build.ts',
  '.ci/bundled-packages.ts',
]

/** One hash over everything a build is made of: same hash, same build. */
export async function sourceHash(): Promise<string> {
  const files = [...CONFIGS]
  for (const folder of SOURCES.filter((name) => existsSync(join(ROOT, name)))) {
    for await (const path of glob(`${folder}/**/*`, { cwd: ROOT })) if (isBuilt(path)) files.push(path)
  }
  const hash = createHash('sha256').update(process.version)
  for (const path of files.sort()) {
    const absolute = join(ROOT, path)
    if ((await stat(absolute)).isDirectory()) continue
    hash.update(`\0${path}\0`).update(await readFile(absolute))
  }
  return hash.digest('hex')
}

function isBuilt(path: string): boolean {
  return !path.endsWith('.test.ts') && !path.startsWith('core/testing/')
}

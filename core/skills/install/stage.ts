import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { isBadName, nameKey } from '../skill-name.ts'
import { fileHash } from './hashes.ts'
import { quotas as usual, type Quotas } from './limits.ts'
import type { PickedSkill } from './pick.ts'
import { fileTooLarge, inWords } from './read-bounded.ts'
import type { SourceFile, SourceTree } from './types.ts'

export interface Staged {
  /** SHA-256 by path. */
  readonly hashes: Readonly<Record<string, string>>
  /** Links of the source; none is made. */
  readonly leftOut: readonly string[]
}

/** Fetches a skill's files into an empty folder, within the quotas. `AppError('install.*')`. */
export async function stageFiles(
  tree: SourceTree,
  skill: PickedSkill,
  { target, signal, quotas = usual }: { target: string; signal: AbortSignal; quotas?: Quotas },
): Promise<Staged> {
  const files = skill.files.filter(({ kind }) => kind === 'file')
  checkAnnounced(files, quotas)
  const hashes: Record<string, string> = {}
  let left: number = quotas.bytes
  for (const { path: inner } of files) {
    signal.throwIfAborted()
    const source = skill.sources.get(inner)
    if (!source) continue
    const bytes = await tree.read(source, Math.min(quotas.fileBytes, left)).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'install.file_too_large' && left < quotas.fileBytes) throw tooLarge(quotas)
      throw error
    })
    left -= bytes.length
    const full = path.join(target, ...inner.split('/'))
    await mkdir(path.dirname(full), { recursive: true })
    await writeFile(full, bytes, { flag: 'wx', mode: source.isExecutable ? 0o755 : 0o644 })
    hashes[inner] = fileHash(bytes)
  }
  return { hashes, leftOut: skill.files.filter(({ kind }) => kind === 'link').map((file) => file.path) }
}

function checkAnnounced(files: readonly SourceFile[], quotas: Quotas): void {
  if (files.length > quotas.files) throw new AppError('install.too_many_files', { params: { limit: quotas.files } })
  const taken = new Set<string>()
  let bytes = 0
  for (const file of files) {
    const parts = file.path.split('/')
    // Two names that are one file on some disks would write over each other there.
    if (parts.some(isBadName) || taken.has(nameKey(file.path))) {
      throw new AppError('install.unsafe_path', { params: { path: JSON.stringify(file.path) } })
    }
    taken.add(nameKey(file.path))
    if (parts.length - 1 > quotas.depth) throw new AppError('install.too_deep', { params: { file: file.path, limit: quotas.depth } })
    if ((file.bytes ?? 0) > quotas.fileBytes) throw fileTooLarge(file.path, quotas.fileBytes)
    bytes += file.bytes ?? 0
    if (bytes > quotas.bytes) throw tooLarge(quotas)
  }
}

function tooLarge(quotas: Quotas): AppError {
  return new AppError('install.too_large', { params: { limit: inWords(quotas.bytes) } })
}

import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Document, isMap, isSeq, type YAMLMap } from 'yaml'
import { AppError } from '../contract/errors.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import type { FileLocks } from '../platform/file-lock.ts'
import { parseForEdit, readConfigText } from './yaml-file.ts'

/**
 * Changes a configuration file in place: comments, order and line ends stay, and a reader sees the old or the new file.
 * A file that does not parse or is no mapping is left alone (`config.invalid`, `config.not_mapping`); `config.unwritable` when the disk refuses.
 */
export async function editYaml(path: string, locks: FileLocks, change: (document: Document) => void): Promise<void> {
  await locks.hold(path, async () => {
    const before = (await readConfigText(path)) ?? ''
    const { document, lineCounter } = parseForEdit(path, before)
    const { contents } = document
    if (contents !== null && !isMap(contents)) {
      throw new AppError('config.not_mapping', { params: { file: path, line: lineCounter.linePos(contents.range?.[0] ?? 0).line } })
    }
    change(document)
    const after = document.toString({ lineWidth: 0 })
    await save(path, before.includes('\r\n') ? after.replaceAll(/\r?\n/g, '\r\n') : after)
  })
}

/** Adds the entry to the list, or lays it over the one of that name. */
export function putProvider(path: string, document: Document, entry: Readonly<Record<string, string>>): void {
  if (document.get('providers') === undefined || document.get('providers') === null) document.set('providers', document.createNode([]))
  const list = document.get('providers', true)
  if (!isSeq(list)) throw wrongShape(path, 'providers', '[…]')
  const existing = entryOf(document, entry.name)
  if (!existing) list.add(document.createNode(entry))
  else for (const [key, value] of Object.entries(entry)) existing.set(key, value)
}

/** Sets or, with undefined, takes away; false where the list has no such entry: it may be a project's. */
export function changeProvider(document: Document, name: string, changes: Readonly<Record<string, unknown>>): boolean {
  const existing = entryOf(document, name)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) existing?.delete(key)
    else existing?.set(key, document.createNode(value))
  }
  return existing !== undefined
}

/** Named entries first, in that order; comments stay with their entries. */
export function orderProviders(document: Document, names: readonly string[]): void {
  const list = document.get('providers', true)
  if (!isSeq(list)) return
  const place = (item: unknown): number => {
    const at = isMap(item) ? names.indexOf(String(item.get('name'))) : -1
    return at < 0 ? names.length : at
  }
  list.items = list.items.toSorted((a, b) => place(a) - place(b))
}

function entryOf(document: Document, name: string | undefined): YAMLMap | undefined {
  const list = document.get('providers', true)
  const found = isSeq(list) ? list.items.find((item) => isMap(item) && item.get('name') === name) : undefined
  return isMap(found) ? found : undefined
}

/** Also forgets it as the default. */
export function dropProvider(document: Document, name: string): void {
  const list = document.get('providers', true)
  if (isSeq(list)) list.items = list.items.filter((item) => !(isMap(item) && item.get('name') === name))
  if (document.get('default_provider') === name) document.delete('default_provider')
}

async function save(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFileAtomic(path, Buffer.from(text), { mode: 0o600 })
  } catch (cause) {
    throw new AppError('config.unwritable', {
      params: { file: path, detail: cause instanceof Error ? cause.message : String(cause) },
      cause,
    })
  }
}

function wrongShape(path: string, key: string, expected: string): AppError {
  return new AppError('config.value', { params: { file: path, line: 1, key, expected } })
}

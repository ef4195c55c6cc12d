import { isScalar, isSeq } from 'yaml'
import type { FileLocks } from '../platform/file-lock.ts'
import { editYaml } from './edit.ts'
import { expand, type OwnFolders } from './extra-folders.ts'

const KEY = 'extra_folders'

/** Adds the folder to the list unless it stands there. */
export function addFolder(file: string, folder: string, locks: FileLocks): Promise<void> {
  return editYaml(file, locks, (document) => {
    const list = document.get(KEY, true)
    if (!isSeq(list)) return document.set(KEY, document.createNode([folder]))
    if (!list.items.some((item) => isScalar(item) && item.value === folder)) list.add(document.createNode(folder))
  })
}

/** Takes the folder out of the list, however it is written there. */
export function dropFolder(file: string, { folder, own }: { folder: string; own: OwnFolders }, locks: FileLocks): Promise<void> {
  return editYaml(file, locks, (document) => {
    const list = document.get(KEY, true)
    if (!isSeq(list)) return
    list.items = list.items.filter((item) => !(isScalar(item) && typeof item.value === 'string' && expand(item.value, own) === folder))
    if (list.items.length === 0) document.delete(KEY)
  })
}

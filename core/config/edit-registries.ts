import { isMap, isSeq } from 'yaml'
import type { SkillRegistry } from '../contract/skill-registries.ts'
import { AppError } from '../contract/errors.ts'
import type { FileLocks } from '../platform/file-lock.ts'
import { editYaml } from './edit.ts'

const AT = ['skills', 'registries']

/** `AppError('install.registry_exists')`. */
export function addRegistry(file: string, { name, url, token }: SkillRegistry, locks: FileLocks): Promise<void> {
  return editYaml(file, locks, (document) => {
    const list = document.getIn(AT, true)
    if (isSeq(list) && list.items.some((item) => isMap(item) && item.get('name') === name))
      throw new AppError('install.registry_exists', { params: { name } })
    const entry = document.createNode({ name, url, ...(token === 'keychain' && { token }) })
    if (isSeq(list)) list.add(entry)
    else document.setIn(AT, document.createNode([entry]))
  })
}

/** `AppError('install.registry_unknown')`. */
export function removeRegistry(file: string, name: string, locks: FileLocks): Promise<void> {
  return editYaml(file, locks, (document) => {
    const list = document.getIn(AT, true)
    const items = isSeq(list) ? list.items.filter((item) => !(isMap(item) && item.get('name') === name)) : []
    if (!isSeq(list) || items.length === list.items.length) throw new AppError('install.registry_unknown', { params: { name } })
    if (items.length === 0) document.deleteIn(AT)
    else list.items = items
  })
}

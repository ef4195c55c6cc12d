import { isSeq, isScalar } from 'yaml'
import type { FileLocks } from '../platform/file-lock.ts'
import { checkEach } from './check.ts'
import { editYaml } from './edit.ts'
import type { CurrentFile } from './file-cache.ts'
import { SettingsSchema } from './schema.ts'
import type { Switch, SwitchedOff } from './types.ts'

/** What the file switches off. */
export function switchesIn({ file }: CurrentFile): SwitchedOff {
  const { value } = checkEach(SettingsSchema, file?.content ?? {}, [])
  return { skills: value.skills?.disabled ?? [], plugins: value.plugins?.disabled ?? [] }
}

/** Puts the id on the file's list, or takes it off. */
export function setSwitch(file: string, { kind, id, isOn }: Switch, locks: FileLocks): Promise<void> {
  return editYaml(file, locks, (document) => {
    const at = [kind, 'disabled']
    const list = document.getIn(at, true)
    const isIt = (item: unknown): boolean => isScalar(item) && item.value === id
    if (isSeq(list)) list.items = list.items.filter((item) => !isIt(item))
    if (isOn) {
      if (isSeq(list) && list.items.length === 0) document.deleteIn(at)
    } else if (isSeq(list)) list.add(document.createNode(id))
    else document.setIn(at, document.createNode([id]))
  })
}

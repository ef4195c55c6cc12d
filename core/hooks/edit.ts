import { isMap, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml'
import { editYaml } from '../config/edit.ts'
import { AppError } from '../contract/errors.ts'
import { errorText } from '../contract/error-texts.ts'
import { createFileLocks } from '../platform/index.ts'
import { projectFile, userFile } from './places.ts'
import { readRules } from './rules/index.ts'

/** Switches the rules of a name on or off in the person's file; `isOwn`: it stands there. `AppError('config.*')`. */
export async function switchRule(
  home: string,
  { name, isEnabled, isOwn }: { name: string; isEnabled: boolean; isOwn: boolean },
): Promise<void> {
  await editYaml(userFile(home), createFileLocks(), (document) => {
    const list = entriesOf(document)
    const entries = list.items.filter((item): item is YAMLMap => isMap(item) && String(item.get('name')) === name)
    for (const entry of entries) {
      const isSwitch = !entry.has('event') && !entry.has('action')
      if (isEnabled && isSwitch) list.delete(list.items.indexOf(entry))
      else if (isEnabled) entry.delete('enabled')
      else entry.set('enabled', false)
    }
    if (!isEnabled && !isOwn && entries.length === 0) list.add(document.createNode({ name, enabled: false }))
  })
}

/** Writes one entry in the place of the one of its name, else behind the last. `AppError('hook.invalid' | 'config.*')`. */
export async function saveRule({
  home,
  projectRoot,
  yaml,
}: {
  home: string
  /** Undefined: into the person's file. */
  projectRoot: string | undefined
  yaml: string
}): Promise<void> {
  const file = projectRoot === undefined ? userFile(home) : projectFile(projectRoot)
  const indented = yaml.split('\n').map((line, index) => (index === 0 ? `  - ${line}` : `    ${line}`))
  const read = readRules([{ source: projectRoot === undefined ? 'user' : 'project', path: file, text: `hooks:\n${indented.join('\n')}\n` }])
  const mistake = read.problems.find(({ level }) => level === 'error')
  const [placed] = read.rules
  if (mistake || !placed) {
    const { code, params } = mistake?.problem ?? new AppError('hook.missing', { params: { key: 'name' } })
    throw new AppError('hook.invalid', { params: { detail: errorText(code, params, 'en').what } })
  }
  const entry = parseDocument(yaml).contents
  await editYaml(file, createFileLocks(), (document) => {
    const list = entriesOf(document)
    const at = list.items.findIndex((item) => isMap(item) && String(item.get('name')) === placed.rule.name)
    if (at >= 0) list.items[at] = entry
    else list.items.push(entry)
  })
}

function entriesOf(document: Document) {
  const found = document.get('hooks')
  if (isSeq(found)) return found
  if (found !== undefined && found !== null) throw new AppError('hook.not_list')
  document.set('hooks', document.createNode([]))
  const made = document.get('hooks')
  if (!isSeq(made)) throw new AppError('hook.not_list')
  return made
}

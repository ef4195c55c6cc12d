import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { AgentSource } from '../contract/agents.ts'
import { AppError } from '../contract/errors.ts'
import { isInside, resolveTarget } from '../permission/index.ts'
import { readSmallFile, writeFileAtomic } from '../platform/index.ts'
import { builtinText } from './builtin.ts'
import { findAgent, type AgentPlace, type Definitions } from './definitions.ts'
import type { FoundAgent } from './types.ts'

const MAX_BYTES = 1024 * 1024

/** Where a definition of the person's own stands. */
export interface EditPlace {
  readonly source: Exclude<AgentSource, 'builtin'>
  readonly name: string
  /** Of the text the person has seen; undefined: there is no such file yet. */
  readonly expectedHash: string | undefined
}

/** Files of definitions as an editor shows and writes them. */
export interface DefinitionEdits {
  /** Empty of what cannot be read, or leads out of the project. */
  read(found: FoundAgent, place: AgentPlace): Promise<{ text: string; hash: string; isEditable: boolean }>
  /** `AppError('agent.*')`: what makes the text broken, a link that leads out, a file that is there or has changed. */
  save(edit: EditPlace & { readonly text: string }, place: AgentPlace): Promise<void>
  /** `AppError('agent.not_found' | 'agent.changed_meanwhile' | 'agent.link_out')`. */
  remove(edit: EditPlace, place: AgentPlace): Promise<void>
}

export function createDefinitionEdits({ home, definitions }: { home: string; definitions: Definitions }): DefinitionEdits {
  const folderOf = (source: EditPlace['source'], { projectRoot }: AgentPlace): string => {
    if (source === 'user') return path.join(home, 'agents')
    if (projectRoot === undefined) throw new AppError('project.none')
    return path.join(projectRoot, '.mewcode/agents')
  }
  /** The file of that name there is, or the one that would be; where links lead, and what is in it. */
  async function look({ source, name }: EditPlace, place: AgentPlace) {
    const folder = folderOf(source, place)
    const own = (await definitions.list(place)).filter((one) => one.source === source && isInside(one.path, folder))
    const file = findAgent(own, name)?.path ?? path.join(folder, `${name}.md`)
    const real = await whereTo(file, source, place)
    return { file, real, text: await readSmallFile(real, MAX_BYTES) }
  }
  return {
    async read(found, place) {
      const { source, path: file } = found
      if (source === 'builtin') return { ...hashed(builtinText(file)), isEditable: false }
      const real = await whereTo(file, source, place).catch(() => undefined)
      const text = real === undefined ? undefined : await readSmallFile(real, MAX_BYTES)
      const isEditable = text !== undefined && found.plugin === undefined && isInside(file, folderOf(source, place))
      return { ...hashed(text ?? ''), isEditable }
    },
    async save({ text, ...edit }, place) {
      const { name, diagnostics } = definitions.check(text, `${edit.name}.md`)
      const wrong = diagnostics.find(({ level }) => level === 'error')
      if (wrong) throw wrong.problem
      if (name !== edit.name) throw new AppError('agent.name_differs', { params: { name, file: edit.name } })
      const { real, text: before } = await look(edit, place)
      if (before !== undefined && edit.expectedHash === undefined) throw new AppError('agent.taken', { params: { name } })
      if (edit.expectedHash !== undefined && hashed(before ?? '').hash !== edit.expectedHash) throw new AppError('agent.changed_meanwhile')
      await mkdir(path.dirname(real), { recursive: true })
      await writeFileAtomic(real, Buffer.from(text), { isResolved: true })
    },
    async remove(edit, place) {
      const { file, text } = await look(edit, place)
      if (text === undefined) throw new AppError('agent.not_found', { params: { name: edit.name } })
      if (edit.expectedHash !== undefined && hashed(text).hash !== edit.expectedHash) throw new AppError('agent.changed_meanwhile')
      await rm(file)
    },
  }
}

function hashed(text: string): { text: string; hash: string } {
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}

/** What lies in a project must not lead out of it. `AppError('agent.link_out')`. */
async function whereTo(file: string, source: AgentSource, { projectRoot }: AgentPlace): Promise<string> {
  const real = await resolveTarget(file)
  if (real === undefined) throw new AppError('agent.link_out', { params: { target: file } })
  if (source === 'project' && projectRoot !== undefined && !isInside(real, projectRoot))
    throw new AppError('agent.link_out', { params: { target: real } })
  return real
}

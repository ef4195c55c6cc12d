import { AppError } from '../contract/errors.ts'
import { openRegularFile } from '../platform/index.ts'
import type { Candidate } from './find-skills.ts'
import { readSkill, type KnowsModel } from './read-skill.ts'
import { isBadName } from './skill-name.ts'
import { stampOf, type Stamp } from './stamps.ts'
import type { Diagnostic, FoundSkill } from './types.ts'

const MAX_BYTES = 1024 * 1024
/** A file that is being written changes between two looks. */
const TRIES = 3

type Contents = Pick<FoundSkill, 'text' | 'diagnostics'>

/** SKILL.md files as last read. A file is read again when it is another one than before. */
export interface SkillFiles {
  read(candidate: Candidate): Promise<Contents & { stamp: Stamp }>
}

export function createSkillFiles(knowsModel: KnowsModel): SkillFiles {
  const known = new Map<string, Contents & { stamp: Stamp }>()
  /** The last that could be read; a half-written file does not take a skill away. */
  const good = new Map<string, Contents>()
  return {
    async read({ file, id, problem }) {
      if (problem) return { ...refused(problem), stamp: '' }
      if (isBadName(id)) return { ...refused(new AppError('skill.bad_name', { params: { name: id } })), stamp: '' }
      const before = known.get(file)
      const read = await readWhole(file, before?.stamp)
      if (read === 'same' && before) return before
      const contents = typeof read === 'string' ? refused(new AppError('skill.not_text')) : contentsOf(read.bytes, id, knowsModel)
      const stamp = typeof read === 'string' ? '' : read.stamp
      const last = good.get(file)
      if (contents.text) good.set(file, contents)
      const changed = { level: 'warning', line: 1, problem: new AppError('skill.last_good') } as const
      const kept = contents.text || !last ? contents : { text: last.text, diagnostics: [changed, ...contents.diagnostics] }
      const result = { ...kept, stamp }
      known.set(file, result)
      return result
    },
  }
}

function contentsOf(bytes: Buffer | 'too_large', id: string, knowsModel: KnowsModel): Contents {
  return bytes === 'too_large' ? refused(new AppError('skill.too_large', { params: { limit: '1 MB' } })) : readSkill(bytes, id, knowsModel)
}

function refused(problem: AppError): Contents {
  const diagnostic: Diagnostic = { level: 'error', line: 1, problem }
  return { text: undefined, diagnostics: [diagnostic] }
}

/** One version of the file from its first byte to its last. */
async function readWhole(
  file: string,
  known: Stamp | undefined,
): Promise<{ bytes: Buffer | 'too_large'; stamp: Stamp } | 'same' | 'unreadable'> {
  for (let tries = 1; ; tries += 1) {
    const opened = await openRegularFile(file).catch(() => undefined)
    if (!opened) return 'unreadable'
    try {
      const stamp = stampOf(opened.stats)
      if (stamp === known) return 'same'
      if (opened.stats.size > MAX_BYTES) return { bytes: 'too_large', stamp }
      const bytes = await opened.handle.readFile()
      if (tries === TRIES || stampOf(await opened.handle.stat()) === stamp) return { bytes, stamp }
    } finally {
      await opened.handle.close()
    }
  }
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { AppError } from '../contract/errors.ts'
import type { Candidate } from './find-skills.ts'
import { readSkill } from './read-skill.ts'
import { isBadName } from './skill-name.ts'
import { currentStamp, stampOf, type Stamp } from './stamps.ts'
import type { Diagnostic, FoundSkill } from './types.ts'

const MAX_BYTES = 1024 * 1024
/** A file that is being written changes between two looks. */
const TRIES = 3

export type Contents = Pick<FoundSkill, 'text' | 'diagnostics'>

/**
 * What stands in a SKILL.md, and which version of it that is (undefined: the file does not matter). Synchronous, like the looks
 * at stamps and for the same reason.
 */
export function readSkillFile({ file, id, problem }: Candidate): Contents & { readonly stamp: Stamp | undefined } {
  if (problem) return { ...refused(problem), stamp: undefined }
  if (isBadName(id)) return { ...refused(new AppError('skill.bad_name', { params: { name: id } })), stamp: undefined }
  const { bytes, stamp } = readWhole(file)
  if (bytes === 'unreadable') return { ...refused(new AppError('skill.not_text')), stamp }
  if (bytes === 'too_large') return { ...refused(new AppError('skill.too_large', { params: { limit: '1 MB' } })), stamp }
  return { ...readSkill(bytes, id), stamp }
}

function refused(problem: AppError): Contents {
  const diagnostic: Diagnostic = { level: 'error', line: 1, problem }
  return { text: undefined, diagnostics: [diagnostic] }
}

interface Whole {
  readonly bytes: Buffer | 'too_large' | 'unreadable'
  readonly stamp: Stamp
}

/** One version of the file from its first byte to its last. What is no regular file blocks nothing: it is unreadable. */
function readWhole(file: string): Whole {
  let fd: number | undefined
  try {
    for (let tries = 1; ; tries += 1) {
      fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
      const before = fstatSync(fd)
      const stamp = stampOf(before)
      if (!before.isFile()) return { bytes: 'unreadable', stamp }
      if (before.size > MAX_BYTES) return { bytes: 'too_large', stamp }
      const bytes = readAll(fd, before.size)
      if (tries === TRIES || stampOf(fstatSync(fd)) === stamp) return { bytes, stamp }
      closeSync(fd)
      fd = undefined
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { bytes: 'unreadable', stamp: currentStamp(file) }
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function readAll(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  while (at < size) {
    const read = readSync(fd, bytes, at, size - at, at)
    if (read === 0) break
    at += read
  }
  return bytes.subarray(0, at)
}

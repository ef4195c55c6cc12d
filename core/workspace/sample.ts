import { cp } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import { makeFolder } from './folders.ts'

const NAME = 'mewcode-sample'
const MAX_COPIES = 100

/** Copies the sample project into a new folder under `parent`; answers its path. */
export async function copySample(parent: string, resources: string): Promise<string> {
  const target = await newFolder(parent)
  await cp(path.join(resources, 'sample'), target, { recursive: true })
  return target
}

/** `mewcode-sample`, else the first free `mewcode-sample-2`, `-3` … */
async function newFolder(parent: string): Promise<string> {
  for (let copy = 1; ; copy += 1) {
    try {
      return await makeFolder(parent, copy === 1 ? NAME : `${NAME}-${copy}`)
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'project.exists'
      if (!isTaken || copy >= MAX_COPIES) throw error
    }
  }
}

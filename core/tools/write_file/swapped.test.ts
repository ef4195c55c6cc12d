import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'
import { ToolFailure } from '../types.ts'

let project: ToolProject
let outside: string

beforeEach(() => {
  project = openToolProject()
  outside = join(project.root, '../outside')
  mkdirSync(outside)
})
afterEach(() => project.close())

/** Calls a tool; between its last look at the links and its opening of the file `swap` happens. */
async function callWhile(swap: () => void, name: string, input: unknown): Promise<string> {
  const beforeChange = async (): Promise<void> => swap()
  try {
    await project.call(name, input, { beforeChange })
    return 'written'
  } catch (error) {
    if (error instanceof ToolFailure) return error.message
    throw error
  }
}

function replaceByLink(name: string): void {
  renameSync(project.path(name), join(project.root, '../moved'))
  symlinkSync(outside, project.path(name))
}

describe('links swapped between the permission and the write', () => {
  it.each([
    ['write_file', { path: 'src/new.txt', content: 'x' }],
    ['write_file', { path: 'src/old.txt', content: 'x' }],
    ['edit_file', { path: 'src/old.txt', old_string: 'old', new_string: 'x' }],
  ])('%s %j writes nothing through a folder that became a link', async (name, input) => {
    project.write('src/old.txt', 'old')
    await project.call('read_file', { path: 'src/old.txt' })
    expect(await callWhile(() => replaceByLink('src'), name, input)).toMatch(/^src\/\w+\.txt: its links/)
    expect(readdirSync(outside)).toEqual([])
    expect(readFileSync(join(project.root, '../moved/old.txt'), 'utf8')).toBe('old')
  })

  it('writes nothing through a file that became a link, a new one and one that has several names', async () => {
    project.write('old.txt', 'old')
    linkSync(project.path('old.txt'), project.path('same.txt'))
    await project.call('read_file', { path: 'old.txt' })
    for (const path of ['new.txt', 'old.txt']) {
      const swap = (): void => {
        rmSync(project.path(path), { force: true })
        symlinkSync(join(outside, 'victim'), project.path(path))
      }
      expect(await callWhile(swap, 'write_file', { path, content: 'x' })).toMatch(/its links/)
    }
    expect(readdirSync(outside)).toEqual([])
  })
})

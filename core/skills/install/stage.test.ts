import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tempProject, type TempProject } from '../../testing/index.ts'
import { fileTooLarge } from './read-bounded.ts'
import { stageFiles } from './stage.ts'
import type { SourceFile, SourceTree } from './types.ts'

const quotas = { fileBytes: 10, bytes: 25, files: 3, depth: 2 }
const signal = new AbortController().signal

let base: TempProject
beforeEach(() => (base = tempProject({ 'target/.keep': '' })))
afterEach(() => base.close())

/** Files by their announced and their real size; whoever reads beyond what it may is told so, as by every source. */
async function stage(files: Readonly<Record<string, { announced?: number; real: number }>>): Promise<string[]> {
  const list = Object.entries(files).map(([path, { announced }]): SourceFile => ({
    path,
    kind: 'file',
    bytes: announced,
    isExecutable: false,
  }))
  const tree: SourceTree = {
    ...{ origin: 'o', ref: '', commit: '', path: '', skill: undefined, topName: 't', isSkillFolder: true, files: list },
    async read({ path }, maxBytes) {
      const real = files[path]?.real ?? 0
      if (real > maxBytes) throw fileTooLarge(path, maxBytes)
      return Buffer.alloc(real, 'x')
    },
    close: async () => undefined,
  }
  const sources = new Map(list.map((file) => [file.path, file]))
  const skill = { id: 's', folder: '', files: list, sources }
  const { hashes } = await stageFiles(tree, skill, { target: base.path('target'), signal, quotas })
  return Object.keys(hashes)
}

it('takes what just fits', async () => {
  const files = { a: { announced: 10, real: 10 }, 'b/c': { real: 10 }, 'b/d/e': { announced: 5, real: 5 } }
  expect(await stage(files)).toEqual(['a', 'b/c', 'b/d/e'])
})

it.each<[string, Parameters<typeof stage>[0], string, object]>([
  ['a name that leads out', { 'a/../../b': { real: 1 } }, 'install.unsafe_path', { path: '"a/../../b"' }],
  ['names that are one file on some disks', { 'a/B': { real: 1 }, 'A/b': { real: 1 } }, 'install.unsafe_path', { path: '"A/b"' }],
  ['a file more', { a: { real: 1 }, b: { real: 1 }, c: { real: 1 }, d: { real: 1 } }, 'install.too_many_files', { limit: '3' }],
  ['a folder deeper', { 'a/b/c/d': { real: 1 } }, 'install.too_deep', { file: 'a/b/c/d', limit: '2' }],
  ['a byte more in a file, as announced', { a: { announced: 11, real: 1 } }, 'install.file_too_large', { file: 'a' }],
  ['a byte more in a file, unannounced', { a: { real: 11 } }, 'install.file_too_large', { file: 'a' }],
  ['a byte more in a file than announced', { a: { announced: 1, real: 11 } }, 'install.file_too_large', { file: 'a' }],
  [
    'a byte more in all, as announced',
    { a: { announced: 10, real: 1 }, b: { announced: 10, real: 1 }, c: { announced: 6, real: 1 } },
    'install.too_large',
    {},
  ],
  ['a byte more in all, unannounced', { a: { real: 10 }, b: { real: 10 }, c: { real: 6 } }, 'install.too_large', {}],
])('refuses %s', async (_, files, code, params) => {
  await expect(stage(files)).rejects.toMatchObject({ code, params })
})

it('writes nothing of what is refused by what was announced', async () => {
  await expect(stage({ a: { real: 1 }, b: { announced: 11, real: 1 } })).rejects.toMatchObject({ code: 'install.file_too_large' })
  expect([readdirSync(base.path('target')), existsSync(base.path('target/a'))]).toEqual([['.keep'], false])
})

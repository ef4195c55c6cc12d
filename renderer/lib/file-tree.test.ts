import { describe, expect, it } from 'vitest'
import type { FolderEntry } from '../../core/contract/workspace.ts'
import { addedRoots, foldersAbove, matchRows, treeKey, treeRows, typedRow, type LoadedFolder } from './file-tree.ts'

const file = (name: string, more: Partial<FolderEntry> = {}): FolderEntry => ({
  name,
  kind: 'file',
  isIgnored: false,
  isSecret: false,
  ...more,
})
const dir = (name: string, more: Partial<FolderEntry> = {}): FolderEntry => file(name, { kind: 'folder', ...more })
const loaded = (entries: readonly FolderEntry[], more: Partial<LoadedFolder> = {}): LoadedFolder => ({
  entries,
  total: entries.length,
  isTruncated: false,
  isLoading: false,
  ...more,
})
const folders = new Map([
  ['', loaded([dir('dist', { isIgnored: true }), dir('src'), file('a.ts')])],
  ['src', loaded([dir('app'), file('b.ts')])],
  ['dist', loaded([file('a.js')])],
])
const seen = (opened: readonly string[], of: ReadonlyMap<string, LoadedFolder> = folders) =>
  treeRows(of, new Set(opened)).map((row) =>
    [row.level, row.row === 'entry' ? row.path : row.kind, `${row.position}/${row.siblings}`, row.row === 'entry' && row.isIgnored].join(
      ' ',
    ),
  )

describe('rows of a tree', () => {
  it('stand as deep as their folders are open; one of a closed folder is not shown', () => {
    expect(seen(['src', 'src/app/deep', 'dist'])).toEqual([
      '1 dist 1/3 true',
      '2 dist/a.js 1/1 true',
      '1 src 2/3 false',
      '2 src/app 1/2 false',
      '2 src/b.ts 2/2 false',
      '1 a.ts 3/3 false',
    ])
  })

  it('of added folders stand below the project’s own, each with where it lies; none that another one shows already', () => {
    const of = new Map([...folders, ['/x/lib', loaded([file('c.ts')])], ['C:\\lib', loaded([])]])
    const rows = treeRows(of, new Set(['/x/lib']), ['/x/lib', '/y/lib', 'C:\\lib'])
    expect(rows.map(({ level, position, siblings, path }) => `${level} ${path} ${position}/${siblings}`)).toEqual([
      '1 dist 1/6',
      '1 src 2/6',
      '1 a.ts 3/6',
      '1 /x/lib 4/6',
      '2 /x/lib/c.ts 1/1',
      '1 /y/lib 5/6',
      '1 C:\\lib 6/6',
    ])
    expect(rows.flatMap((row) => (row.row === 'entry' && row.place ? [[row.label, row.place]] : []))).toEqual([
      ['lib', '/x'],
      ['lib', '/y'],
      ['lib', 'C:'],
    ])
    const paths = ['/p', '/p/in', '/x', '/x/in', '/xy', '/x']
    expect(addedRoots([...paths.map((path) => ({ path })), { path: '/gone', problem: {} }], '/p')).toEqual(['/x', '/xy'])
  })

  it('say what is on its way, empty, refused, left or too much', () => {
    const error = { code: 'files.folder_unreadable', message: '', fix: '', params: {}, retryable: false }
    const of = new Map([
      ['', loaded(['e', 'f', 'm', 'n', 't'].map((name) => dir(name)))],
      ['e', loaded([])],
      ['f', loaded([], { error })],
      ['m', loaded([file('1')], { total: 9 })],
      ['t', loaded([file('1')], { isTruncated: true })],
    ])
    expect(seen(['e', 'f', 'm', 'n', 't'], of).filter((row) => row.startsWith('2'))).toEqual([
      '2 empty 1/1 false',
      '2 failed 1/1 false',
      '2 m/1 1/2 false',
      '2 more 2/2 false',
      '2 loading 1/1 false',
      '2 t/1 1/2 false',
      '2 truncated 2/2 false',
    ])
  })

  it('name what was found with its path', () => {
    const rows = matchRows([
      { path: 'src/app/', kind: 'folder' },
      { path: 'a.ts', kind: 'file' },
    ])
    expect(rows.map(({ path, label, name, kind, position }) => [path, label, name, kind, position])).toEqual([
      ['src/app', 'src/app', 'app', 'folder', 1],
      ['a.ts', 'a.ts', 'a.ts', 'file', 2],
    ])
    expect(treeKey('ArrowRight', 0, rows)).toBeUndefined()
    expect(foldersAbove('src/app/x.ts')).toEqual(['src', 'src/app'])
    expect(foldersAbove('a.ts')).toEqual([])
  })
})

describe('keys of a tree', () => {
  // dist, src, src/app, src/b.ts, a.ts
  const rows = treeRows(folders, new Set(['src']))

  it.each([
    ['ArrowDown', 0, { index: 1 }],
    ['ArrowUp', 0, { index: 0 }],
    ['End', 0, { index: 4 }],
    ['Home', 3, { index: 0 }],
    ['ArrowRight', 0, 'toggle'],
    ['ArrowRight', 1, { index: 2 }],
    ['ArrowRight', 4, undefined],
    ['ArrowLeft', 1, 'toggle'],
    ['ArrowLeft', 3, { index: 1 }],
    ['ArrowLeft', 0, undefined],
    ['Tab', 0, undefined],
  ] as const)('%s at row %i', (key, index, done) => {
    expect(treeKey(key, index, rows)).toEqual(done)
  })

  it('letters go to the next name that begins so, more of them stay where they fit', () => {
    expect(typedRow('a', 0, rows)).toBe(2)
    expect(typedRow('a', 2, rows)).toBe(4)
    expect(typedRow('ap', 2, rows)).toBe(2)
    expect(typedRow('a.', 2, rows)).toBe(4)
    const twins = matchRows(['aa.ts', 'ab.ts', 'ac.ts'].map((path) => ({ path, kind: 'file' })))
    expect([typedRow('a', 0, twins), typedRow('a', 1, twins)]).toEqual([1, 2])
    const same = matchRows(['x/ab.ts', 'y/ab.ts'].map((path) => ({ path, kind: 'file' })))
    expect(typedRow('ab', 1, same)).toBe(1)
    expect(typedRow('zz', 2, rows)).toBeUndefined()
  })
})

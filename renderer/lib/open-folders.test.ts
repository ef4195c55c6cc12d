import { expect, it } from 'vitest'
import { openFoldersIn, withOpenFolders } from './open-folders.ts'

const many = (n: number, name: string): string[] => Array.from({ length: n }, (_, at) => `${name}${at}`)

it('keeps the open folders of each project apart, as they were left', () => {
  const one = withOpenFolders(null, 'one', ['src', '文件夹/a', '/added/lib'])
  const both = withOpenFolders(one, 'two', ['docs'])
  expect(openFoldersIn(both, 'one')).toEqual(['src', '文件夹/a', '/added/lib'])
  expect(openFoldersIn(withOpenFolders(both, 'one', []), 'one')).toEqual([])
  expect(openFoldersIn(both, 'two')).toEqual(['docs'])
  expect(openFoldersIn(both, 'three')).toEqual([])
})

it('is bounded: the folders opened last, the projects used last, no path without end', () => {
  const full = many(30, 'p').reduce<string | null>((kept, id) => withOpenFolders(kept, id, many(150, 'x'.repeat(390))), null)
  expect(full?.length).toBeLessThan(1_000_000)
  expect(openFoldersIn(full, 'p9')).toEqual([])
  expect(openFoldersIn(full, 'p10')).toEqual(many(150, 'x'.repeat(390)).slice(50))
  expect(openFoldersIn(withOpenFolders(full, 'p29', ['y'.repeat(5_000), 'z']), 'p29')).toEqual(['z'])
})

it('is nothing where something else was kept', () => {
  for (const kept of [null, '', '{', 'null', '3', '{"a":1}', '[1,["a"],["one",3],["one",[1,null]]]'])
    expect(openFoldersIn(kept, 'one')).toEqual([])
})

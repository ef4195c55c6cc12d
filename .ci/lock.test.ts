import { expect, it } from 'vitest'
import { fixedLock, lockProblems } from './lock.ts'

const lock = (sqlite: object, other: object = {}): string =>
  JSON.stringify({ packages: { '': {}, 'node_modules/better-sqlite3': sqlite, 'node_modules/other': other } })

it('accepts a lock that older npm installs without a compiler and that names no host', () => {
  expect(lockProblems(lock({ gypfile: false }))).toEqual([])
})

it.each([
  ['the mark is gone', lock({})],
  ['a registry host is named', lock({ gypfile: false }, { resolved: 'https://registry.example/other.tgz' })],
])('refuses a lock where %s, and puts it right', (_, text) => {
  expect(lockProblems(text)).toEqual([expect.stringContaining('npm run fix:lock')])
  expect(lockProblems(fixedLock(text))).toEqual([])
})

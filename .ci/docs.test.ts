import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')
const testsIn = (page: string): string[] => [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, file = '']) => file)

it('the page on security names tests that are there, the same in both languages', async () => {
  const english = testsIn(await read('docs/security.md'))
  expect(english.length).toBeGreaterThan(30)
  expect(english.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(testsIn(await read('docs/zh-CN/security.md'))).toEqual(english)
})

it('every page is there in both languages, and both lists lead to it', async () => {
  const pages = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'))
  expect((await readdir(join(ROOT, 'docs/zh-CN'))).sort()).toEqual(pages.sort())
  const lists = await Promise.all(['docs/README.md', 'docs/zh-CN/README.md'].map(read))
  expect(pages.filter((page) => page !== 'README.md' && !lists.every((list) => list.includes(`(${page})`)))).toEqual([])
})

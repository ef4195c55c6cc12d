import { expect, it } from 'vitest'
import { sentences } from './sentences.ts'

it.each([
  [{ what: 'The folder is missing.', fix: 'Choose another.' }, 'The folder is missing. Choose another.'],
  [{ what: 'The keychain does not answer: no session', fix: 'Unlock it.' }, 'The keychain does not answer: no session. Unlock it.'],
  [{ what: '文件夹不存在。', fix: '换一个。' }, '文件夹不存在。换一个。'],
  [{ what: '钥匙串没有响应：no session', fix: '先解锁。' }, '钥匙串没有响应：no session。先解锁。'],
])('joins %o', (words, text) => {
  expect(sentences(words)).toBe(text)
})

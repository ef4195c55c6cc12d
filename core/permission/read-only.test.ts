import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCallJudge, type CallJudge } from './cases/call-judge.ts'

let calls: CallJudge

beforeAll(() => {
  calls = openCallJudge()
})
afterAll(() => calls.close())

describe('read-only list', () => {
  it.each([
    'ls',
    'pwd',
    'cat a.txt',
    'grep -rn foo src',
    "grep 'foo' a.txt",
    "find . -name '*.ts'",
    'rg foo src',
    'sed -n 1,20p a.txt',
    'wc -l a.txt',
    'uniq a.txt',
    'uniq -c a.txt',
    'rg --files src',
    'grep -l foo a.txt --files-with-matches',
  ])('%s passes', async (line) => {
    expect(await calls.decide('bash', line)).toBe('allow mode')
  })
  it.each([
    'find . -delete',
    'find . -exec touch x',
    'find -L .',
    'find . -fprint x',
    'rg --pre sh foo',
    'rg -L foo',
    'grep -R foo .',
    'grep -f list a.txt',
    'sed -i s/a/b/ a.txt',
    'sed -n w\\ x a.txt',
    'uniq a.txt b.txt',
    'uniq - b.txt',
    'uniq -- -a b.txt',
    'rg -.L foo .',
    'rg -0L foo .',
    'grep -1R foo .',
    'grep -r --deref foo .',
    'grep --exclude-f=list foo a.txt',
    'wc --fi=list',
    './ls',
    'src/cat a.txt',
    'cat *.txt',
    'find . -name *',
    'grep foo *.txt',
    'rg foo [a-z]',

    'sort -o x a.txt',
    'FOO=1 ls',
    'git status',
    'env',
    'tee x',
    'wc --files0-from=x',
    'l?',
  ])('%s asks', async (line) => {
    expect((await calls.judge('bash', line)).decision).toBe('ask')
  })
})

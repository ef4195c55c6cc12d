import { expect, it } from 'vitest'
import { diffByFile } from './diff-by-file.ts'

const added = '@@ -0,0 +1 @@\n+one\n'

it('tells the files of a diff apart, git’s and those between lines of equal signs', () => {
  const git = `diff --git a/src/b.ts b/src/b.ts\nindex 1..2 100644\n--- a/src/b.ts\n+++ b/src/b.ts\n${added}diff --git a/gone b/gone\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`
  const plain = `--- /dev/null\n+++ SKILL.md\t\n${added}====\nBinary file logo.png differs\n`
  const shapes = [git, plain].map((diff) => diffByFile(diff).map(({ file, lines }) => [file, ...lines.map(({ kind }) => kind)]))
  expect(shapes).toEqual([
    [
      ['src/b.ts', 'added'],
      ['gone', 'removed'],
    ],
    [['SKILL.md', 'added'], ['logo.png']],
  ])
})

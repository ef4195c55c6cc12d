import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeFileAtomic } from './atomic-file.ts'

it('a folder that becomes a link while a file in it is written leads nothing astray', async () => {
  const base = mkdtempSync(join(tmpdir(), 'mew-swap-'))
  const [folder, kept, outside] = ['folder', 'kept', 'outside'].map((name) => join(base, name)) as [string, string, string]
  for (const one of [folder, outside]) mkdirSync(one)
  let isOver = false
  let isLink = false
  const swap = (): void => {
    if (isLink) unlinkSync(folder)
    else renameSync(folder, kept)
    if (isLink) renameSync(kept, folder)
    else symlinkSync(outside, folder)
    isLink = !isLink
  }
  const swapping = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      swap()
    }
    if (isLink) swap()
  })()
  for (let count = 0; count < 300; count++) {
    await writeFileAtomic(join(folder, 'a.txt'), Buffer.from('x'), { isResolved: true }).catch(() => undefined)
  }
  isOver = true
  await swapping
  expect(readdirSync(outside).filter((name) => name === 'a.txt')).toEqual([])
  rmSync(base, { recursive: true })
})

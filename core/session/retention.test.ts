import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempProject } from '../testing/index.ts'
import { sweepSessions } from './retention.ts'

const now = Date.parse('2026-11-29T12:00:00Z')
const day = 86_400_000

it('deletes old files, then the oldest beyond the size, and nothing of a pinned session', async () => {
  const home = tempProject()
  const put = (file: string, ageDays: number, bytes = 100): void => {
    mkdirSync(dirname(home.path(file)), { recursive: true })
    writeFileSync(home.path(file), Buffer.alloc(bytes))
    const at = new Date(now - ageDays * day)
    utimesSync(home.path(file), at, at)
  }
  put('a/spill/old.txt', 31)
  put('a/spill/new.txt', 29)
  put('a/attachments/id/old.txt', 40)
  put('b/pre-images/oldest', 3, 600)
  put('b/blobs/middle', 2, 600)
  put('b/spill/newest', 1, 300)
  put('b/other/stays', 99)
  put('pinned/spill/old.txt', 99)
  const retention = { days: 30, sessionBytes: 1_000 }
  const signal = new AbortController().signal
  await sweepSessions(home.root, { now, retention, isKept: (id) => id === 'pinned', signal })
  const left = readdirSync(home.root, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(home.root.length + 1)] : [],
  )
  expect(left.toSorted()).toEqual(['a/spill/new.txt', 'b/blobs/middle', 'b/other/stays', 'b/spill/newest', 'pinned/spill/old.txt'])
  home.close()
})

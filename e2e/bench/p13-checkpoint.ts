import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { recordChange } from '../../core/checkpoints/index.ts'
import { systemClock } from '../../core/base/clock.ts'
import { openStorage } from '../../core/storage/index.ts'
import type { Bench } from './measure.ts'

const ROUNDS = 31
const WARM_UP = 5
const FOLDERS = 500
const FILES_EACH = 100
const FILE_BYTES = 10_000

/** What keeping a file before a change costs in a repository of 50,000 files: nothing may depend on how many there are. */
export const p13: Bench = {
  name: 'P13',
  async run() {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-p13-')))
    const storage = await openStorage({
      path: join(base, 'mewcode.db'),
      clock: systemClock,
      log: { log: () => undefined },
      program: 'bench',
    })
    try {
      fill(join(base, 'repository'))
      const { id: projectId } = storage.projects.open(join(base, 'repository'))
      const { id } = storage.sessions.create({ projectId, title: '', provider: 'p', model: 'm', mode: 'default' })
      const session = { id, dir: join(base, 'sessions', id), isSecret: () => false }
      const path = join(base, 'repository/folder-250/file-50.ts')
      const samples: number[] = []
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        // New content each time: the same one would be kept already.
        writeFileSync(path, content(round))
        const source = { turnId: 't', toolCallId: `call_${round}`, rewindId: null }
        const startedAt = performance.now()
        await recordChange(storage.checkpoints, session, { path, after: content(round + 1), source })
        if (round >= 0) samples.push(performance.now() - startedAt)
      }
      return [{ bench: 'P13', what: 'a file kept before its change, 50,000 files', unit: 'ms', budget: 10, samples }]
    } finally {
      await storage.close()
      rmSync(base, { recursive: true, force: true })
    }
  },
}

function fill(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const at = join(root, `folder-${folder}`)
    mkdirSync(at, { recursive: true })
    for (let file = 0; file < FILES_EACH; file += 1) writeFileSync(join(at, `file-${file}.ts`), `export const value = ${folder * file}\n`)
  }
}

function content(round: number): Buffer {
  return Buffer.from(`export const round${round} = '${'a word '.repeat(20)}'\n`.repeat(Math.ceil(FILE_BYTES / 170)))
}

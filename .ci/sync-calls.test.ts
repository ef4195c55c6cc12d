import { expect, it } from 'vitest'
import { readSource, ROOTS, syncProblems, type ReadText } from './sync-calls.ts'

/** Only these files; the roots are there and empty unless given. */
const only =
  (files: Readonly<Record<string, string>>): ReadText =>
  async (file) =>
    files[file] ?? (ROOTS.includes(file) ? '' : undefined)

it('finds what is planted into a handler, and nothing else in the product as it is', async () => {
  const planted = 'core/app/handlers/sessions.ts'
  const read: ReadText = async (file) => {
    const text = await readSource(file)
    return file === planted ? `import { readFileSync } from 'node:fs'\n${text}\nvoid readFileSync` : text
  }
  expect(await syncProblems(read)).toEqual([`${planted}:1 readFileSync holds every window up until it has answered`])
}, 30_000)

it.each([
  ['an import under another name', "import { readFileSync as read } from 'node:fs'\nread('a')", 'readFileSync'],
  ['the whole module', "import fs from 'fs'\nfs.writeFileSync('a', '')", 'writeFileSync'],
  ['a name in brackets', "import * as fs from 'node:fs'\nfs['statSync']('a')", 'statSync'],
  ['a part taken out of it', "const { execFileSync: run } = await import('node:child_process')\nrun('a')", 'execFileSync'],
  ['a program', "import { spawnSync } from 'node:child_process'\nspawnSync('a')", 'spawnSync'],
  ['a dialog', "import { dialog } from 'electron'\ndialog.showMessageBoxSync({ message: '' })", 'showMessageBoxSync'],
  ['a page that waits for the host', "import { ipcRenderer } from 'electron'\nipcRenderer.sendSync('a')", 'sendSync'],
])('sees %s', async (_, text, name) => {
  expect(await syncProblems(only({ 'electron/main/main.ts': text }), [])).toEqual([
    expect.stringMatching(new RegExp(`^electron/main/main\\.ts:\\d ${name} `)),
  ])
})

it('follows what is imported, passed on and loaded later; not types, not workers, not the storage', async () => {
  const waits = "import { readFileSync } from 'node:fs'"
  const files = {
    'electron/main/main.ts': "import './a.ts'\nimport type { B } from './type.ts'\nnew Worker(new URL('./worker.ts', import.meta.url))",
    'electron/main/a.ts': "export { b } from './b.ts'\nexport const later = () => import('../../core/later.ts')",
    'electron/main/b.ts': waits,
    'electron/main/type.ts': waits,
    'electron/main/worker.ts': waits,
    'core/later.ts': `${waits}\nimport './storage/open.ts'`,
    'core/storage/open.ts': waits,
  }
  expect(await syncProblems(only(files), [])).toEqual([
    expect.stringMatching(/^electron\/main\/b\.ts:1 readFileSync /),
    expect.stringMatching(/^core\/later\.ts:1 readFileSync /),
  ])
})

it('tells what is allowed and not needed any more', async () => {
  const allowed = [{ file: 'core/app/index.ts', calls: ['statSync', 'readSync'], reason: 'a test' }]
  expect(await syncProblems(only({ 'core/app/index.ts': "import { statSync } from 'node:fs'" }), allowed)).toEqual([
    'core/app/index.ts: readSync is allowed and not used',
  ])
})

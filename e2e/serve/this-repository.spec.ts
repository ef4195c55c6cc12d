import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { approvalCard, expect, openProject, runOnce, send, test, tool, turnEnds } from './window.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const LONG_FILE = 'core/lines.ts'

test('a copy of this repository: a thousand-line file edited, glob and grep over all of it', async ({ page, openWorld }) => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `export const line${index + 1} = 'the value of line ${index + 1}'`)
  const edited = lines.map((line, index) => (index === 499 ? `export const line500 = '改过的第 500 行 🦀'` : line))
  const world = await openWorld({
    folder: '这个 repository copy 🧪',
    script: [
      {
        calls: [
          { name: 'glob', input: { pattern: '**/*.ts' } },
          { name: 'grep', input: { pattern: 'export function createSessions', output_mode: 'content' } },
          { name: 'read_file', input: { path: LONG_FILE } },
        ],
      },
      { calls: [{ name: 'edit_file', input: { path: LONG_FILE, old_string: lines[499], new_string: edited[499] } }] },
      { text: 'Line 500 is changed.' },
    ],
  })
  const files = await copyRepository(world.project)
  await writeFile(path.join(world.project, LONG_FILE), `${lines.join('\n')}\n`)
  await openProject(page, await world.serve())
  await send(page, 'Change line 500')
  await expect(approvalCard(page)).toContainText(`Change ${LONG_FILE}?`)
  await expect(approvalCard(page).getByRole('group', { name: 'Change' })).toContainText('改过的第 500 行 🦀')
  await runOnce(page)
  await turnEnds(page)

  await expect(tool(page, 'grep')).toContainText('sessions.ts')
  await expect(tool(page, 'glob')).toHaveAttribute('data-state', 'done')
  const found = JSON.stringify(world.model.requests[1]?.body)
  expect(found).toContain('core/session/sessions.ts')
  expect(files.length).toBeGreaterThan(200)
  await expect(tool(page, 'edit_file').getByRole('group', { name: `Changes to ${LONG_FILE}` })).toContainText('改过的第 500 行 🦀')
  expect(await world.read(LONG_FILE)).toBe(`${edited.join('\n')}\n`)
  expect(await readFile(path.join(world.project, 'package.json'), 'utf8')).toBe(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
})

/** The files git knows, as they are now; answers their paths. */
async function copyRepository(to: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '--cached', '--exclude-standard'], { cwd: ROOT })
  const files = stdout.split('\0').filter(Boolean)
  for (const file of files) {
    await mkdir(path.dirname(path.join(to, file)), { recursive: true })
    // One that is deleted but not yet committed is not copied.
    await cp(path.join(ROOT, file), path.join(to, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  return files
}

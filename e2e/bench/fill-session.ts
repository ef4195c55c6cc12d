import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { World } from '../serve/world.ts'
import { makeLongSession, type LongTool } from './long-session.ts'

const RAW_IMPORTS = fileURLToPath(new URL('../../core/testing/raw-imports.ts', import.meta.url))

/** A session “A long day” of so many turns in the world's project, from a process of its own: plain Node reads the core's sources there. */
export async function fillSession({ home, project }: World, turns: number, tool: LongTool = 'read_file'): Promise<void> {
  const args = ['--import', RAW_IMPORTS, fileURLToPath(import.meta.url), home, project, String(turns), tool]
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [home = '', project = '', turns, tool] = process.argv.slice(2)
  await makeLongSession(home, project, Number(turns), tool === 'grep' ? 'grep' : 'read_file')
}

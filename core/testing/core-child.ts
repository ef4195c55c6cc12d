import { createCore } from '../app/index.ts'
import type { Mode } from '../contract/common.ts'
import { connectInProcess } from '../rpc/index.ts'
import { memoryPlatform } from './memory-platform.ts'

// A second process with a core on a given home, for tests: `core-child.ts <paths as JSON> <project> <key> <mode> <session or ''> <prompt>`
// runs one turn, in a new session unless one is named. Says each event of it on stdout and stays until it is killed.
const [paths = '{}', project = '', key = '', mode = 'default', given = '', text = ''] = process.argv.slice(2)
const platform = { ...memoryPlatform({ env: { FAKE_KEY: key } }), paths: JSON.parse(paths) }
const core = await createCore(platform)
core.onEvent((event) => {
  if ('sessionId' in event) process.stdout.write(`${JSON.stringify(event)}\n`)
})
const caller = await core.windows.open(project)
const { rpc } = connectInProcess({ core, caller, appVersion: 'test', onBug: (error) => process.stderr.write(String(error)) })
const sessionId = given === '' ? (await rpc.sessions.create({ mode: mode as Mode })).id : given
await rpc.turns.start({ sessionId, text })
// A turn that waits for a person keeps no process alive.
setInterval(() => undefined, 60_000)

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeLongSession, openStore } from './long-session.ts'
import { loadSources } from './sources.ts'

/**
 * Weighs a core with a session of 10,000 messages, and what turns leave behind: `node --expose-gc p5-child.ts BASE_URL`. Prints JSON.
 * The model is in another process, and no event is kept here, so that only the core's own memory counts.
 */
const TURNS = 1_000
const TURNS_A_SESSION = 10

const { createCore, connectInProcess, memoryPlatform, tempProject } = await loadSources()
const [baseUrl = ''] = process.argv.slice(2)
const platform = memoryPlatform()
writeFileSync(
  join(platform.paths.home, 'config.yaml'),
  `providers:\n  - { name: fake, protocol: anthropic, base_url: "${baseUrl}", api_key: none, model: claude-sonnet-5-5 }\n`,
)
const project = tempProject({ 'a.txt': 'hello\n'.repeat(50) })
const core = await createCore(platform)
const caller = await core.windows.open(project.root)
const { rpc, onEvent } = connectInProcess({
  core,
  caller,
  appVersion: 'bench',
  onBug(error) {
    throw error
  },
})
let ended: { turnId: string; resolve(): void } | undefined
onEvent((event) => {
  if ('sessionId' in event && event.type === 'turn.finished' && event.turnId === ended?.turnId) ended.resolve()
})

async function turns(count: number): Promise<void> {
  let sessionId = ''
  for (let n = 0; n < count; n += 1) {
    if (n % TURNS_A_SESSION === 0) {
      if (sessionId !== '') await rpc.sessions.close({ sessionId })
      sessionId = (await rpc.sessions.create({ mode: 'bypassPermissions' })).id
    }
    const { turnId } = await rpc.turns.start({ sessionId, text: `Look at a.txt, please (${n}).` })
    await new Promise<void>((resolve) => (ended = { turnId, resolve }))
  }
}

// What the first turns load is no part of either figure.
const sessionId = await makeLongSession(platform.paths.home, project.root)
await turns(TURNS_A_SESSION * 5)
const empty = weigh()
let view = await rpc.sessions.open({ sessionId })
while (view.hasMore) {
  const page = await rpc.sessions.history({ sessionId, before: view.rows[0]?.id ?? '' })
  view = { ...view, rows: page.rows, hasMore: page.hasMore }
}
const storage = await openStore(platform.paths.home)
let all: readonly unknown[] = await storage.bulk.load(sessionId)
const withIt = weigh()
if (all.length === 0) throw new Error('nothing was loaded')
all = []
await storage.close()
const before = weigh()
await turns(TURNS)
const after = weigh()
await core.close()
platform.close()
project.close()
process.stdout.write(JSON.stringify({ withSessionMiB: withIt.rss - empty.rss, slopeMiB: after.heap - before.heap }))

function weigh(): { rss: number; heap: number } {
  for (let n = 0; n < 3; n += 1) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: rss / 2 ** 20, heap: (heapUsed + external) / 2 ** 20 }
}

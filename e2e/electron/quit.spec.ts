import { expect } from '@playwright/test'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isChild } from '../../core/testing/agents.ts'
import { mcpFixture } from '../../core/testing/mcp-servers.ts'
import { makeWorld, type World } from '../serve/world.ts'
import type { DesktopApp } from './desktop-app.ts'
import { test } from './desktop-test.ts'

/** It and all it starts are deaf to every polite word, one in a session of its own. `MAX` bounds a test that failed. */
const DEAF = `deaf() { trap '' TERM HUP INT; n=0; while [ $n -lt 300 ]; do sleep 0.2; n=$((n+1)); done; }
trap '' TERM HUP INT
( deaf ) & ( deaf ) & setsid sh -c "trap '' TERM HUP INT; sleep 60" &
echo "$1" >> "$(dirname "$0")/up.txt"
deaf
`
const bash = (who: string, background = false) => ({ name: 'bash', input: { command: `sh deaf.sh ${who}`, background } })

let world: World
let app: DesktopApp
let tidy = async (): Promise<void> => undefined
test.beforeEach(async ({ launch }) => {
  const script = (body: Readonly<Record<string, unknown>>, n: number) => {
    if (isChild(body)) return { calls: [bash('agent')] }
    if (n === 0) return { calls: [bash('shell', true)] }
    return { calls: [{ name: 'agent', input: { prompt: 'CHILD-JOB', description: 'a job', subagent_type: 'general-purpose' } }] }
  }
  world = await makeWorld({
    script,
    files: { 'deaf.sh': DEAF },
    settings: 'defaultMode: bypassPermissions\n',
    config: `mcp_servers:\n  tree: ${JSON.stringify(mcpFixture('04-stubborn-tree', { MAX_LIFE_S: '60' }))}\n`,
  })
  tidy = async () => {
    for (const pid of await ofThisHome()) kill(pid)
    await world.close()
  }
  const hook = { name: 'deaf', event: 'PostToolUse', async: true, action: { type: 'shell', command: `sh ${world.project}/deaf.sh hook` } }
  const late = { name: 'late', event: 'SessionEnd', action: { type: 'shell', command: `sh ${world.project}/deaf.sh late` } }
  await writeFile(join(world.home, 'hooks.yaml'), JSON.stringify({ hooks: [hook, late] }))
  app = await launch({
    bare: true,
    home: world.root,
    env: { MEWCODE_HOME: world.home, E2E_KEY: world.env['E2E_KEY'] ?? '' },
  })
})
test.afterEach(() => tidy())

test('a quit leaves no child of any kind, however deaf, and the app is gone within two seconds', async () => {
  const home = await app.connect(0)
  await home.rpc.windows.open({ path: world.project })
  const { rpc } = await app.connect(1)
  const { id } = await rpc.sessions.create({})
  await rpc.sessions.open({ sessionId: id })
  await rpc.turns.start({ sessionId: id, text: 'Start everything' })
  await expect.poll(async () => (await rpc.mcp.list({}))[0]).toMatchObject({ name: 'tree', state: 'ready' })
  await expect.poll(async () => (await world.read('up.txt').catch(() => '')).split('\n').toSorted()).toEqual(['', 'agent', 'hook', 'shell'])
  const before = await ofThisHome()
  // Shell, agent and hook with three below each, the server with one, and the app.
  expect(before.length).toBeGreaterThanOrEqual(3 * 4 + 2 + 1)

  const started = performance.now()
  app.quit()
  expect(await app.ended()).toBe(0)
  const took = performance.now() - started
  // A machine with much to do takes its time over what was killed; what is deaf and was not lives on.
  await expect.poll(ofThisHome, { timeout: 5_000 }).toEqual([])
  // Two seconds by the app's own clock (`quit.test.ts`); what is over is a busy machine's.
  expect(took).toBeLessThan(3_000)
})

/** Every process that was started with this home, by its environment: no parent, group or session is needed to find it. */
async function ofThisHome(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found: number[] = []
  for (const pid of pids) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.split('\0').includes(`HOME=${world.root}`)) found.push(pid)
  }
  return found
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}

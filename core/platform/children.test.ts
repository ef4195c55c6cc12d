import { afterEach, expect, it } from 'vitest'
import { alive } from '../testing/alive.ts'
import { endAllChildren, killAllChildren } from './children.ts'
import { startProcess, type RunningProcess } from './processes.ts'

const running: RunningProcess[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => child.stop(0)))
})

/** Starts it and resolves once it has named `count` processes of its tree, a line each. */
async function tree(line: string, count: number, { staysBehind = false } = {}): Promise<number[]> {
  let text = ''
  const up = Promise.withResolvers<void>()
  const child = await startProcess({
    command: '/bin/sh',
    args: ['-c', line],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    ownsDaemons: true,
    staysBehind,
    onOutput(_stream, chunk) {
      text += chunk.toString()
      if (text.split('\n').length > count) up.resolve()
    },
  })
  running.push(child)
  await up.promise
  return text.trim().split('\n').map(Number)
}

const DEAF =
  'trap "" TERM; sh -c "echo \\$\\$; while :; do sleep 0.1; done" & setsid sh -c "echo \\$\\$; sleep 60" & echo $$; wait; sleep 60'

it.runIf(process.platform === 'linux')(
  'all children are asked at once and killed after the same time, but for what is the person’s own',
  async () => {
    const mine = [...(await tree(DEAF, 3)), ...(await tree(DEAF, 3)), ...(await tree('echo $$; exec sleep 60', 1))]
    const theirs = await tree('echo $$; exec sleep 60', 1, { staysBehind: true })
    const started = performance.now()
    await endAllChildren(300)
    expect([alive(mine), alive(theirs)]).toEqual([[], theirs])
    // One after the other would take twice as long.
    expect(performance.now() - started).toBeLessThan(1_500)
  },
)

it.runIf(process.platform === 'linux')('a host that must go kills whoever it has found, also in a session of their own', async () => {
  const deaf = await tree(DEAF, 3)
  const [polite = 0] = await tree('echo $$; exec sleep 60', 1)
  const ended = endAllChildren(60_000)
  // It heard the signal, so all have been looked for.
  await expect.poll(() => alive([polite])).toEqual([])
  killAllChildren()
  await ended
  expect(alive(deaf)).toEqual([])
})

it.runIf(process.platform === 'linux')('a host that must go at once kills children nobody has looked for, also daemons', async () => {
  const daemon = 'setsid sh -c \'sh -c "echo \\$\\$; exec sleep 60" &\''
  const unknown = await tree(
    `sh -c "echo \\$\\$; exec sleep 60" & setsid sh -c "echo \\$\\$; sleep 60" & ${daemon} & echo $$; wait; sleep 60`,
    4,
  )
  killAllChildren()
  await expect.poll(() => alive(unknown)).toEqual([])
})

it.runIf(process.platform === 'linux')('what outlives its leader is still one of them until it is looked after', async () => {
  const said = Promise.withResolvers<number>()
  const child = await startProcess({
    command: '/bin/sh',
    args: ['-c', 'sh -c "trap \\"\\" TERM; echo \\$\\$; while :; do sleep 0.1; done" & exec sleep 60'],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    onOutput: (_stream, chunk) => said.resolve(Number(chunk.toString())),
  })
  const deaf = await said.promise
  const stopped = child.stop(60_000)
  // The leader hears the polite signal and is gone; the one below it does not.
  await child.ended
  await endAllChildren(0)
  await stopped
  expect(alive([deaf])).toEqual([])
})

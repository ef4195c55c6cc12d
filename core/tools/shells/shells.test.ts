import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'
import { limits } from '../limits.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

/** Starts a command in the background and answers its id. */
async function start(command: string, more: object = {}): Promise<string> {
  const { meta } = await project.call('bash', { command, background: true, ...more }, { toolCallId: `call_${calls++}` })
  return meta.shellId ?? ''
}
let calls = 0

const look = (id: string, wait = 5_000): Promise<string> => project.text('bash_output', { id, wait })

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A command that goes on when the file appears. */
const until = (name: string): string => `while [ ! -e ${name} ]; do sleep 0.02; done`

describe('a background shell', () => {
  it('starts without waiting for its end, and goes on by itself', async () => {
    const started = performance.now()
    const text = await project.text('bash', { command: `echo ready; ${until('go')}; echo done; exit 3`, background: true })
    expect(text).toMatch(/^Runs in the background as sh_[0-9a-f]{6}\.\nready\n\(whole output, 6 characters: .*\/spill\/call_1\.txt\)$/)
    expect(performance.now() - started).toBeLessThan(2_000)
    const [id = ''] = /sh_\w+/.exec(text) ?? []
    expect(await look(id, 0)).toMatch(/^running\n\(no new output\)/)
    project.write('go', '')
    expect(await look(id)).toMatch(/^exit_code: 3 \(ended after \d+ s\)\ndone\n\(whole output, 11 characters/)
    expect(await look(id)).toMatch(/^exit_code: 3 .*\n\(no new output\)/)
  })

  it('that fails at once says so in the answer to its start', async () => {
    const { content, meta } = await project.call('bash', { command: 'echo no such port >&2; exit 7', background: true })
    expect(content[0]).toMatchObject({
      text: expect.stringMatching(/^exit_code: 7 \(ended after 0 s\) It ran as sh_\w+\.\nno such port\n/),
    })
    expect(meta).toMatchObject({ exitCode: 7, spillPath: project.context.sessionDir + '/spill/call_1.txt' })
  })

  it('has its input closed, no time limit, and the environment of every command', async () => {
    const id = await start('cat; echo "$GIT_TERMINAL_PROMPT"', { timeout: 1 })
    expect(await look(id, 1_000)).toMatch(/^exit_code: 0/)
    expect(readFileSync(`${project.sessionDir}/spill/call_${calls - 1}.txt`, 'utf8')).toBe('0\n')
  })

  it('shows an unfinished line, and only once it is finished keeps it', async () => {
    const id = await start(`printf 'Continue? '; ${until('go')}; echo yes`)
    expect(await look(id, 0)).toContain('\nContinue? \n'.trim())
    project.write('go', '')
    expect(await look(id)).toContain('\nContinue? yes\n')
  })

  it('writes more than anyone reads in bounded memory, all of it on disk', async () => {
    const id = await start(`${until('go')}; seq 1 100000`)
    project.write('go', '')
    const text = await look(id)
    expect(text.length).toBeLessThan(limits.bash.chars + 500)
    expect(text).toMatch(/characters left out …\n[\s\S]*\n100000\n\(whole output, 588895 characters: /)
    const [, path = ''] = /characters: (.*)\)$/.exec(text) ?? []
    expect(readFileSync(path, 'utf8')).toBe(Array.from({ length: 100_000 }, (_, at) => `${at + 1}\n`).join(''))
    expect(project.shells.tail('session_1', id)).toHaveLength(limits.bash.shellTailChars)
  })

  it('is unknown to another session, and a wrong id names those there are', async () => {
    const id = await start(`${until('go')}`)
    await expect(project.call('bash_output', { id }, { sessionId: 'other' })).rejects.toThrow('There is none in this session')
    expect(await project.failure('bash_output', { id: 'sh_zz' })).toMatch(`No background shell sh_zz. There are: ${id}: while`)
    expect(await project.failure('bash_stop', { id: 'sh_zz' })).toMatch('No background shell sh_zz.')
    await project.text('bash_stop', { id })
  })

  it('is one of eight at most at a time', async () => {
    const ids = await Promise.all(Array.from({ length: limits.bash.shells }, () => start('sleep 100')))
    expect(await project.failure('bash', { command: 'echo ninth', background: true })).toContain('8 background shells run already')
    await project.text('bash_stop', { id: ids[0] })
    expect(await project.text('bash', { command: 'echo ninth', background: true })).toContain('ninth')
  })
})

describe('stopping', () => {
  it('ends everything it started, daemons too, and says what it printed last', async () => {
    const daemon = process.platform === 'linux' ? "setsid sh -c 'sleep 100 & echo pid=$!';" : ''
    const id = await start(`${daemon} sh -c 'echo pid=$$; exec sleep 100' & echo pid=$$; wait`)
    const { text } = (await project.shells.look('session_1', id, { waitMs: 0, signal: project.context.signal })) ?? {}
    const tail = project.shells.tail('session_1', id) ?? ''
    const pids = [...tail.matchAll(/pid=(\d+)/g)].map((match) => Number(match[1]))
    expect([pids.length, pids.every(isAlive), text]).toEqual([process.platform === 'linux' ? 3 : 2, true, ''])
    expect(await project.text('bash_stop', { id })).toMatch(/^exit_code: 143 \(stopped after \d+ s\)/)
    expect(pids.map(isAlive)).toEqual(pids.map(() => false))
    expect(await project.text('bash_stop', { id })).toMatch(/^exit_code: 143 \(stopped after/)
  })

  it('with the core takes at most 2.5 s where something ignores the polite signal, and nothing starts any more', async () => {
    const ids = await Promise.all([1, 2].map(() => start('sh -c \'trap "" TERM; echo pid=$$; while :; do sleep 0.1; done\'')))
    const pids = ids.map((id) => Number(/pid=(\d+)/.exec(project.shells.tail('session_1', id) ?? '')?.[1]))
    const started = performance.now()
    await project.shells.close()
    // 2.5 s, and what a busy machine adds.
    expect(performance.now() - started).toBeLessThan(3_500)
    expect(pids.map(isAlive)).toEqual([false, false])
    expect(await project.failure('bash', { command: 'touch late; sleep 9', background: true })).toContain('closing')
    expect(existsSync(project.path('late'))).toBe(false)
  })
})

describe('a note', () => {
  it('tells of a shell that ended unseen, once', async () => {
    const seen = await start(`${until('go')}; exit 1`)
    const unseen = await start(`${until('go')}; exit 2`)
    const stopped = await start('sleep 100')
    const byModel = await start('sleep 100')
    expect(project.shells.takeNotes('session_1')).toEqual([])
    project.write('go', '')
    await look(seen)
    await project.text('bash_stop', { id: byModel })
    await project.shells.stop('session_1', stopped, { quiet: false })
    while (project.shells.list('session_1').some(({ state }) => state === 'running')) await new Promise((resolve) => setImmediate(resolve))
    expect(project.shells.takeNotes('session_1')).toEqual([
      `The background shell ${unseen} (while [ ! -e go ]; do sleep 0.02; done; exit 2) ended with exit code 2; bash_output shows what it printed.`,
      `The background shell ${stopped} (sleep 100) was stopped by the user; bash_output shows what it printed.`,
    ])
    expect(project.shells.takeNotes('session_1')).toEqual([])
  })
})

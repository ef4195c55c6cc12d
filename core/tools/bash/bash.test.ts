import { existsSync, readFileSync, statSync } from 'node:fs'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentText } from '../../contract/content-text.ts'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'
import { ToolFailure } from '../types.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

const run = (command: string, more: object = {}): Promise<string> => project.text('bash', { command, ...more })

/** Until the command is where the test wants it. */
async function whenPrinted(pattern: RegExp): Promise<void> {
  while (!pattern.test(project.progress.join(''))) await turnOfLoop()
}

function pidsIn(text: string): readonly number[] {
  return [...text.matchAll(/pid=(\d+)/g)].map((match) => Number(match[1]))
}

function isAlive(pid: number): boolean {
  try {
    // A zombie that nobody collects is dead all the same.
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('a command', () => {
  it('answers with its exit code first, whatever the code', async () => {
    expect(await run('echo hi; echo oops >&2; exit 3')).toMatch(/^exit_code: 3\n(hi\noops|oops\nhi)$/)
    expect(await run('true')).toBe('exit_code: 0\n(no output)')
    expect(await run('kill -9 $$')).toBe('exit_code: 137 (ended by SIGKILL)\n(no output)')
  })

  it('runs in the project or in workdir', async () => {
    project.write('sub dir/x', '')
    expect(await run('pwd')).toBe(`exit_code: 0\n${project.root}`)
    expect(await run('pwd', { workdir: 'sub dir' })).toBe(`exit_code: 0\n${project.path('sub dir')}`)
    expect(await project.failure('bash', { command: 'pwd', workdir: 'nowhere' })).toContain('does not exist')
  })

  it('finds its input closed', async () => {
    expect(await run('cat; read x; echo "read said $?"')).toBe('exit_code: 0\nread said 1')
  })

  it('does not see keys, nor what steers the host', async () => {
    const env = {
      ...process.env,
      ANTHROPIC_API_KEY: 'k1',
      MY_KEY: 'k2',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--no-warnings',
      MEWCODE_SECRET: 'x',
      KEEP: 'kept',
    }
    const { content } = await project.call('bash', { command: 'env' }, { env, secretVariables: new Set(['MY_KEY']) })
    const text = contentText(content)
    expect(text).toContain('KEEP=kept')
    expect(text).toContain('GIT_TERMINAL_PROMPT=0')
    expect(text).toContain('PAGER=cat')
    expect(text).not.toMatch(/ANTHROPIC_API_KEY|MY_KEY|ELECTRON_|NODE_OPTIONS|MEWCODE_SECRET/)
  })
})

describe('what a command leaves behind', () => {
  it('is stopped and named, and does not hold the answer up', async () => {
    const started = performance.now()
    const text = await run('(sleep 60 & echo pid=$!); echo hi')
    expect(text).toMatch(/^exit_code: 0\npid=\d+\nhi\n\(left running and stopped: sleep \(pid \d+\)\)$/)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(pidsIn(text).map(isAlive)).toEqual([false])
  })

  it('is stopped too when it holds no pipe', async () => {
    const text = await run('sleep 60 >/dev/null 2>&1 & echo pid=$!')
    expect(text).toContain('left running and stopped: sleep')
    expect(pidsIn(text).map(isAlive)).toEqual([false])
  })

  it.runIf(process.platform === 'linux')('is stopped too when it is a daemon: its own session, its parents gone', async () => {
    const started = performance.now()
    const text = await run("setsid sh -c 'sleep 60 </dev/null >/dev/null 2>&1 & echo pid=$!'; echo hi")
    expect(text).toMatch(/^exit_code: 0\npid=\d+\nhi\n\(left running and stopped: sleep \(pid \d+\)\)$/)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(pidsIn(text).map(isAlive)).toEqual([false])
  })

  it('may still write in the half second after the exit', async () => {
    expect(await run('(sleep 0.02; echo late) & echo early')).toBe('exit_code: 0\nearly\nlate')
  })
})

describe('the time limit', () => {
  it('is a failure with what was printed until then, and leaves nothing alive', async () => {
    const command = 'echo pid=$$; sh -c \'trap "" TERM; echo pid=$$; while :; do sleep 1; done\' & echo started; sleep 100'
    const started = performance.now()
    const error = await project.call('bash', { command, timeout: 300 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ToolFailure)
    const { message, meta } = error as ToolFailure
    expect(message).toContain('Timed out after 300 ms')
    expect(message).toContain('started')
    expect(meta).toEqual({ timedOut: true })
    expect(pidsIn(message).map(isAlive)).toEqual([false, false])
    expect(performance.now() - started).toBeLessThan(300 + 2_500 + 500)
  })
})

describe('a cancel', () => {
  it('is prompt when the command obeys', async () => {
    const abort = new AbortController()
    const call = project
      .call('bash', { command: 'echo pid=$$; echo ready; sleep 100' }, { signal: abort.signal })
      .catch((thrown: unknown) => thrown)
    await whenPrinted(/ready/)
    const started = performance.now()
    abort.abort()
    const error = (await call) as ToolFailure
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(error.meta).toEqual({ interrupted: true })
    expect(pidsIn(error.message).map(isAlive)).toEqual([false])
  })

  it('ends grandchildren that ignore TERM within 2.5 s, in a session of their own and without parents too', async () => {
    const abort = new AbortController()
    project.write('stubborn.sh', 'trap "" TERM; echo pid=$$; while :; do sleep 0.2; done')
    const command = "sh stubborn.sh & setsid sh stubborn.sh & setsid sh -c 'sh stubborn.sh &' & wait; sleep 60"
    const call = project.call('bash', { command }, { signal: abort.signal }).catch((thrown: unknown) => thrown)
    await whenPrinted(/(pid=\d+\n){3}/)
    const started = performance.now()
    abort.abort()
    const error = (await call) as ToolFailure
    // 2.5 s, and what a busy machine adds.
    expect(performance.now() - started).toBeLessThan(3_500)
    expect(pidsIn(error.message)).toHaveLength(3)
    expect(pidsIn(error.message).map(isAlive)).toEqual([false, false, false])
  })

  it('before the start starts nothing', async () => {
    const call = project.call('bash', { command: 'touch started' }, { signal: AbortSignal.abort() })
    await expect(call).rejects.toBeInstanceOf(ToolFailure)
    expect(existsSync(project.path('started'))).toBe(false)
  })
})

describe('output', () => {
  it('beyond 30,000 characters keeps both ends and lies whole in a file the session can read', async () => {
    const { content, meta } = await project.call('bash', { command: 'seq 1 20000' })
    const text = contentText(content)
    expect(text.length).toBeLessThan(31_000)
    expect(text).toMatch(/^exit_code: 0\n1\n2\n/)
    expect(text).toContain('\n20000\n(whole output, ')
    expect(text).toContain('characters left out')
    const spillPath = meta.spillPath ?? ''
    expect(spillPath.startsWith(`${project.sessionDir}/spill/`)).toBe(true)
    expect(readFileSync(spillPath, 'utf8')).toBe(Array.from({ length: 20_000 }, (_, at) => `${at + 1}\n`).join(''))
    expect(statSync(spillPath).mode & 0o777).toBe(0o600)
  })

  it('of both streams at once is kept whole', async () => {
    const { meta } = await project.call('bash', { command: 'seq 1 30000 & seq 100001 130000 >&2; wait' })
    const lines = readFileSync(meta.spillPath ?? '', 'utf8')
      .trimEnd()
      .split('\n')
      .map(Number)
    const all = [1, 100_001].flatMap((first) => Array.from({ length: 30_000 }, (_, at) => first + at))
    expect(lines.toSorted((a, b) => a - b)).toEqual(all)
  })

  it('of 20 MB is taken in bounded memory', async () => {
    const before = process.memoryUsage().rss
    const text = await run('head -c 20000000 /dev/zero | tr "\\0" "x" | fold -w 99')
    expect(text.length).toBeLessThan(31_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(80 << 20)
  })

  it('redrawn with carriage returns shows as it ended up, without escape sequences', async () => {
    const text = await run(
      `for i in 1 2 3 4 5; do printf 'step %s of 5\\r' $i; done; printf '\\nab\\b\\bcd\\n\\033[31mred\\033[0m\\r\\ndone\\n'`,
    )
    expect(text).toBe('exit_code: 0\nstep 5 of 5\ncd\nred\ndone')
  })

  it('that is binary is not shown', async () => {
    const text = await run('echo before; head -c 5000 /dev/zero')
    expect(text).toBe('exit_code: 0\nbefore\n(binary output: 5000 bytes not shown; redirect it to a file)')
  })

  it('never ends in half a character', async () => {
    const text = await run(`for i in $(seq 1 20000); do printf '🦀'; done; echo`)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\ufffd')
  })

  it('is told while it comes', async () => {
    const abort = new AbortController()
    const call = project.call('bash', { command: 'echo first; echo ready; sleep 100' }, { signal: abort.signal }).catch(() => undefined)
    await whenPrinted(/ready/)
    expect(project.progress.join('')).toBe('first\nready\n')
    abort.abort()
    await call
  })

  it('is named by the call, not led elsewhere by its id', async () => {
    const { meta } = await project.call('bash', { command: 'seq 1 20000' }, { toolCallId: '../../evil' })
    expect(meta.spillPath).toBe(`${project.sessionDir}/spill/______evil.txt`)
  })
})

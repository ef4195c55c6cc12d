import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What real bash did with a line. */
export interface Ran {
  /** Program by its last name, then its arguments. */
  readonly started: readonly (readonly string[])[]
  /** Files that are new or changed, as `w/…` (the project), `h/…` (the home folder) or `t/…` (the temp folder). */
  readonly written: readonly string[]
}

export interface RealBash {
  run(line: string): Promise<Ran>
  close(): void
}

/** They only write down how they were called. */
const stubs =
  'one two three rm git touch cat npm cp make node sed sort sudo tar tee python3 nc ls head wc grep curl echo printf doas ionice stdbuf busybox chmod mv tail base64 mkdir awk'.split(
    ' ',
  )
/** They are what they are: what they start is of interest. */
const real = 'bash sh env nohup nice timeout xargs find setsid'.split(' ')

const STUB = `#!/real/bash -p
printf -v call '%s\\1' "\${0##*/}" "$@"
printf '%s\\2' "$call" >> /log/calls
`

/** Real bash in a sandbox of bubblewrap, without a network, with a path of programs that only say how they were called. */
export function openRealBash(): RealBash {
  const base = mkdtempSync(join(tmpdir(), 'mew-bash-'))
  const bin = join(base, 'bin')
  mkdirSync(bin)
  writeFileSync(join(base, 'stub'), STUB)
  chmodSync(join(base, 'stub'), 0o755)
  for (const name of stubs) symlinkSync('/stub', join(bin, name))
  for (const name of real) symlinkSync(`/real/${name}`, join(bin, name))
  let count = 0

  return {
    async run(line) {
      const at = join(base, `${++count}`)
      for (const folder of ['w/src', 'h', 't', 'log']) mkdirSync(join(at, folder), { recursive: true })
      symlinkSync('/stub', join(at, 'w/one'))
      for (const file of ['w/a.txt', 'w/src/b.c']) writeFileSync(join(at, file), 'x\n')
      const before = look(at)
      await inSandbox(line, at)
      const after = look(at)
      const written = [...after].filter(([file, state]) => before.get(file) !== state).map(([file]) => file)
      const started = readCalls(join(at, 'log/calls'))
      rmSync(at, { recursive: true, force: true })
      return { started, written }
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  }

  function inSandbox(line: string, at: string): Promise<void> {
    const binds = [
      ['--ro-bind', '/usr/lib', '/usr/lib'],
      ...['/lib', '/lib64'].flatMap((folder) => (exists(folder) ? [['--ro-bind', folder, folder]] : [])),
      ...(exists('/usr/lib64') ? [['--ro-bind', '/usr/lib64', '/usr/lib64']] : []),
      ['--ro-bind', '/usr/bin', '/real'],
      ['--ro-bind', bin, '/usr/bin'],
      ['--symlink', 'usr/bin', '/bin'],
      ['--ro-bind', join(base, 'stub'), '/stub'],
      ['--bind', join(at, 'w'), '/w'],
      ['--bind', join(at, 'h'), '/h'],
      ['--bind', join(at, 't'), '/tmp'],
      ['--bind', join(at, 'log'), '/log'],
    ].flat()
    const args = ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--dev', '/dev', '--proc', '/proc', ...binds]
    const set = ['--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/h', '--chdir', '/w']
    const command = ['/real/timeout', '-s', 'KILL', '3', '/real/bash', '-c', line]
    return new Promise((resolve) => {
      const child = execFile('bwrap', [...args, ...set, '--', ...command], { timeout: 8_000, maxBuffer: 4_000_000 }, () => resolve())
      child.stdin?.end()
    })
  }
}

function exists(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined
}

function look(at: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const pending = ['w', 'h', 't']
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of readdirSync(join(at, next), { withFileTypes: true })) {
      const file = `${next}/${entry.name}`
      if (entry.isDirectory()) pending.push(file)
      else if (entry.isFile()) {
        const { size, mtimeMs } = statSync(join(at, file))
        found.set(file, `${size} ${mtimeMs}`)
      }
    }
  }
  return found
}

function readCalls(log: string): readonly (readonly string[])[] {
  const text = exists(log) ? readFileSync(log, 'utf8') : ''
  return text
    .split('\u0002')
    .filter((call) => call !== '')
    .map((call) => call.split('\u0001').slice(0, -1))
}

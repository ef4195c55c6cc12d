import type { Doubt } from './types.ts'
import type { Word } from './word.ts'

/** How a program that runs its arguments reads its own options. */
export interface Wrapper {
  /** Options whose value is the next word. */
  readonly values?: readonly string[]
  /** Words of its own before the command: the time of `timeout`. */
  readonly operands?: number
  /** `NAME=value` words before the command. */
  readonly takesVariables?: boolean
  /** It adds words the line does not show. */
  readonly addsWords?: boolean
  /** Options with which nothing is run. */
  readonly only?: RegExp
  /** Options that run or write something of their own. */
  readonly risky?: RegExp
  readonly doubt?: Doubt
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  busybox: {},
  caffeinate: { values: ['-t', '-w'] },
  chronic: {},
  command: { only: /^-p?[vV]/ },
  coproc: {},
  doas: { values: ['-u', '-C', '-a'], doubt: 'as_root' },
  env: {
    values: ['-u', '--unset', '-C', '--chdir', '--argv0', '-a'],
    takesVariables: true,
    risky: /^-(?:[^-]*S|-sp|-ch|[^-]*C)/,
  },
  exec: { values: ['-a'] },
  ionice: { values: ['-c', '-n', '--class', '--classdata'] },
  nice: { values: ['-n', '--adjustment'] },
  nohup: {},
  setsid: {},
  stdbuf: { values: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  sudo: {
    values: [
      '-u',
      '-g',
      '-h',
      '-p',
      '-C',
      '-r',
      '-t',
      '-T',
      '-U',
      '-D',
      '-R',
      '--user',
      '--group',
      '--host',
      '--prompt',
      '--chdir',
      '--chroot',
    ],
    takesVariables: true,
    doubt: 'as_root',
  },
  taskset: { operands: 1, values: [] },
  time: { values: ['-f', '--format', '-o', '--output'], risky: /^-(?:[^-]*o|-o)/ },
  timeout: { values: ['-s', '--signal', '-k', '--kill-after'], operands: 1 },
  toybox: {},
  unbuffer: {},
  xargs: {
    values: [
      '-I',
      '-J',
      '-R',
      '-S',
      '-n',
      '-P',
      '-L',
      '-s',
      '-E',
      '-d',
      '-a',
      '--max-args',
      '--max-procs',
      '--max-lines',
      '--max-chars',
      '--delimiter',
      '--arg-file',
      '--process-slot-var',
    ],
    addsWords: true,
  },
}

/** Programs that run their arguments in ways of their own: what they start is not looked for. */
const runners = new Set(
  'at batch bwrap fd fdfind chroot crontab dbus-run-session entr faketime fakeroot firejail flock gdb ltrace mosh nsenter numactl parallel perf pkexec proot proxychains rlwrap runuser runcon script setarch setpriv sem sg start-stop-daemon strace su systemd-run torsocks unshare valgrind watch wsl xvfb-run chpst cmd powershell pwsh expect catchsegv eatmydata linux32 linux64 i386 ld.so'.split(
    ' ',
  ),
)

export function wrapperOf(name: string): Wrapper | undefined {
  return Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
}

export function isRunner(name: string): boolean {
  return runners.has(name.replace(/\.exe$/i, '')) || /^ld-[\w.-]+\.so/.test(name)
}

export interface Unwrapped {
  /** The command it runs; empty: it runs none of the line's. */
  readonly inner: readonly Word[]
  readonly variables: readonly string[]
  readonly doubts: readonly Doubt[]
}

/** Takes a wrapper's own words off. An option that may or may not take the next word makes the program unknown. */
export function unwrap(wrapper: Wrapper, args: readonly Word[]): Unwrapped {
  const doubts: Doubt[] = wrapper.doubt ? [wrapper.doubt] : []
  const variables: string[] = []
  let operands = wrapper.operands ?? 0
  let at = 0
  let isOver = false
  for (; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    const { text, isKnown } = word
    const variable = wrapper.takesVariables ? /^(\w+)=/.exec(text)?.[1] : undefined
    if (variable !== undefined) variables.push(variable)
    // It may stand for an option, for a value or for the program.
    else if (!isKnown && word.pieces[0] === undefined) return { inner: [word], variables, doubts: [...doubts, 'unknown_program'] }
    else if (!isOver && text === '--') isOver = true
    else if (!isOver && text.startsWith('-') && (text !== '-' || wrapper.takesVariables)) {
      if (wrapper.only?.test(text)) return { inner: [], variables, doubts }
      if (wrapper.risky?.test(text)) doubts.push('unknown_program')
      if (wrapper.values?.includes(text)) at++
      // A cluster that ends in an option with a value: `-0n 3`.
      else if (wrapper.values && /^-[A-Za-z]{2,}$/.test(text) && wrapper.values.includes(`-${text.at(-1)}`)) {
        if (!wrapper.values.includes(text.slice(0, 2))) at++
      }
    } else if (operands > 0) operands--
    else break
  }
  const rest = args.slice(at)
  return { inner: rest, variables, doubts }
}

import { baseName } from './programs.ts'
import { emptyCommand } from './reading.ts'
import type { Doubt, ShellCommand } from './types.ts'
import { knownWord, unknownWord, type Word } from './word.ts'
import { isRunner, unwrap, wrapperOf } from './wrappers.ts'

/** Shells nested deeper than this are not read. */
const MAX_DEPTH = 8

/** The commands of a text that a shell is given to run; undefined when it cannot be read. */
export type ReadText = (text: string) => readonly ShellCommand[] | undefined

const shells = new Set(['sh', 'bash', 'rbash', 'dash', 'ash', 'zsh', 'ksh', 'ksh93', 'mksh', 'yash'])
const shellValues = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file'])

/** The command and everything it runs in its turn: what it wraps, what a shell in it is told. */
export function withInner(command: ShellCommand, read: ReadText, depth = 0): readonly ShellCommand[] {
  const [first, ...args] = command.words
  if (!first) return [command]
  if (!first.isKnown || first.text === '') return [{ ...command, doubts: new Set([...command.doubts, 'unknown_program']) }]
  const name = baseName(first.text)
  const found = depth > MAX_DEPTH ? { commands: [], doubts: ['unknown_program' as const] } : innerOf(name, args, command, read)
  const own = { ...command, doubts: new Set<Doubt>([...command.doubts, ...found.doubts]) }
  return [own, ...found.commands.flatMap((inner) => withInner({ ...inner, isInner: true }, read, depth + 1))]
}

interface Found {
  readonly commands: readonly ShellCommand[]
  readonly doubts: readonly Doubt[]
}

function innerOf(name: string, args: readonly Word[], command: ShellCommand, read: ReadText): Found {
  const wrapper = wrapperOf(name)
  if (wrapper) {
    const { inner, variables, doubts } = unwrap(wrapper, args)
    const words = wrapper.addsWords && inner.length > 0 ? withUnknown(inner, args) : inner
    // On its own `xargs` hands what it reads to echo.
    if (words.length === 0 && wrapper.addsWords) return { commands: [innerCommand(command, [knownWord('echo'), unknownWord])], doubts }
    return words.length === 0 ? { commands: [], doubts } : { commands: [innerCommand(command, words, variables)], doubts }
  }
  if (shells.has(name)) return ofShell(args, command, read)
  if (name === 'find') return ofFind(args, command)
  if (name === 'eval') return ofText(args, (texts) => texts.join(' '), command, read)
  if (name === 'trap')
    return ofText(args.filter(({ text }) => text !== '--').slice(0, 1), ([text = '']) => (/^-?$/.test(text) ? '' : text), command, read)
  if (name === 'alias' || name === 'enable' || name === 'hash') return { commands: [], doubts: ['unknown_program'] }
  return { commands: [], doubts: isRunner(name) ? ['unknown_program'] : [] }
}

function innerCommand(outer: ShellCommand, words: readonly Word[], assigned: readonly string[] = []): ShellCommand {
  const text = words.map((word) => word.text).join(' ')
  return { ...emptyCommand, text, words, assigned, input: outer.input, stdin: outer.stdin }
}

/** `xargs` puts what it reads behind the words, or with `-I` in the place of a name. */
function withUnknown(inner: readonly Word[], args: readonly Word[]): readonly Word[] {
  const replaced = args.slice(0, args.length - inner.length).flatMap(({ text }, at) => {
    if (text === '-I' || text === '-J') return args[at + 1]?.text ?? []
    return /^-I.|^-i|^--replace/.test(text) ? /^(?:-[Ii]|--replace=?)(.*)$/.exec(text)?.[1] || '{}' : []
  })
  if (replaced.length === 0) return [...inner, unknownWord]
  return inner.map((word) => (replaced.some((name) => word.text.includes(name)) ? unknownIn(word, replaced) : word))
}

function unknownIn(word: Word, names: readonly string[]): Word {
  const isStart = names.some((name) => word.text.startsWith(name))
  const head = names.reduce((text, name) => text.split(name)[0] ?? '', word.text)
  return { ...word, pieces: isStart ? [undefined] : [head, undefined], isKnown: false }
}

function ofShell(args: readonly Word[], command: ShellCommand, read: ReadText): Found {
  let at = 0
  let takesCode = false
  for (; at < args.length; at++) {
    const word = args[at]
    if (!word?.isKnown && word?.pieces[0] === undefined) return { commands: [], doubts: ['unknown_program'] }
    const { text } = word
    if (text === '--' || text === '-') {
      at++
      break
    }
    if (!/^[-+]./.test(text)) break
    if (shellValues.has(text)) at++
    else if (!text.startsWith('--') && text.includes('c')) takesCode = true
  }
  const operand = args[at]
  if (takesCode) return ofText(operand ? [operand] : [], ([text = '']) => text, command, read)
  // A script of its own, or what it reads is what it runs.
  const readsCode = operand === undefined || args.slice(0, at).some(({ text }) => /^-[^-]*s/.test(text))
  if (!readsCode) return { commands: [], doubts: [] }
  const { stdin } = command
  return stdin
    ? ofText([stdin.isKnown ? knownWord(stdin.text) : unknownWord], ([text = '']) => text, command, read)
    : { commands: [], doubts: ['unknown_program'] }
}

/** Code made of words. */
function ofText(words: readonly Word[], join: (texts: readonly string[]) => string, command: ShellCommand, read: ReadText): Found {
  if (words.some(({ isKnown }) => !isKnown)) return { commands: [], doubts: ['unknown_program'] }
  const commands = read(join(words.map(({ text }) => text)))
  if (!commands) return { commands: [], doubts: ['unknown_program'] }
  return { commands: commands.map((inner) => ({ ...inner, input: [...inner.input, ...command.input] })), doubts: [] }
}

const findRuns = /^-(?:exec|execdir|ok|okdir)$/

function ofFind(args: readonly Word[], command: ShellCommand): Found {
  const commands: ShellCommand[] = []
  for (let at = 0; at < args.length; at++) {
    if (!findRuns.test(args[at]?.text ?? '')) continue
    const end = args.findIndex(({ text }, index) => index > at && (text === ';' || (text === '+' && args[index - 1]?.text === '{}')))
    const words = args.slice(at + 1, end < 0 ? undefined : end)
    if (words.length > 0)
      commands.push(
        innerCommand(
          command,
          words.map((word) => (word.text.includes('{}') ? unknownIn(word, ['{}']) : word)),
        ),
      )
    at = end < 0 ? args.length : end
  }
  return { commands, doubts: args.some(({ pieces }) => pieces[0] === undefined) ? ['unknown_word'] : [] }
}

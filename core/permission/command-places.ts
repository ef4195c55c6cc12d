import { lookedAt } from './read-only-commands.ts'
import { baseName, type ShellCommand, type Word } from './shell/index.ts'
import type { Access } from './places.ts'

export interface CommandPlace {
  readonly word: Word
  /** The part of the word that is the path: behind `of=`, behind an option's letter. */
  readonly written: string
  readonly access: Access
  /** A redirection, which the shell itself opens. */
  readonly isRedirect: boolean
}

const readers = new Set(
  'awk base64 bat cat cd cksum cmp comm column cut dd diff du egrep fgrep file find fmt fold gawk grep head hexdump join jq less ls md5sum more nl od paste pushd readlink realpath rev rg sed sha1sum sha256sum sha512sum shasum sort source stat strings tac tail tar tr tree uniq unzip wc xxd zcat zgrep . zip cp install ln mv rsync scp bash sh dash zsh'.split(
    ' ',
  ),
)
/** Every operand is changed. */
const writers = new Set('chattr chgrp chmod chown ln mkdir mkfifo mknod mv patch rm rmdir shred split tee touch truncate unlink'.split(' '))
/** The last operand is where things go. */
const copiers = new Set(['cp', 'install', 'rsync', 'scp'])

/** The files a command names: where its redirections lead, and what a known program does to its arguments. */
export function placesOf(command: ShellCommand): readonly CommandPlace[] {
  const redirected = command.redirects.map(({ kind, target }) => ({
    word: target,
    written: target.text,
    access: kind === 'read' ? ('read' as const) : ('write' as const),
    isRedirect: true,
  }))
  return [...redirected.filter(({ written, word }) => !(word.isKnown && written === '/dev/null')), ...argumentPlaces(command)]
}

function argumentPlaces({ words }: ShellCommand): readonly CommandPlace[] {
  const [first, ...args] = words
  if (!first) return []
  const name = baseName(first.text)
  if (!readers.has(name) && !writers.has(name)) return []
  const looked = lookedAt(name, args)
  const operands = looked.filter(({ text }) => !text.startsWith('-'))
  const last = operands.at(-1)
  const intoOption = args.some(({ text }) => /^-t|^--target-directory/.test(text))
  const isEditor = name === 'sed' && args.some(({ text }) => /^-(?!-)\w*i|^--in-place/.test(text))
  return looked.flatMap((word) => {
    const written = pathIn(word.text)
    if (written === undefined) return []
    const isWritten =
      writers.has(name) ||
      isEditor ||
      (copiers.has(name) && (word === last || intoOption)) ||
      (name === 'dd' && word.text.startsWith('of=')) ||
      (name === 'sort' && /^-o|^--output/.test(word.text))
    return [{ word, written, access: isWritten ? ('write' as const) : ('read' as const), isRedirect: false }]
  })
}

/** A word may be a path, or an option or setting that carries one (`--file=/etc/passwd`, `-I/etc`, `if=x`). */
function pathIn(text: string): string | undefined {
  if (text === '-' || text === '') return undefined
  const setting = /^[\w-]+=(.*)$/s.exec(text)?.[1]
  if (setting !== undefined) return setting === '' ? undefined : setting
  if (!text.startsWith('-')) return text
  const at = text.search(/[/~]|\.\./)
  return at === -1 ? undefined : text.slice(at)
}

/** What of a word may be a file's name, for any program: the word, and what stands behind `=`, `@` or an option's letter. */
export function namesIn({ words, redirects }: ShellCommand): readonly string[] {
  const texts = [...words.slice(1), ...redirects.map(({ target }) => target)].map(({ text }) => text)
  return texts.flatMap((text) => [
    text,
    ...[...text.matchAll(/[=@:]/g)].map(({ index }) => text.slice(index + 1)),
    ...(/^-\w./.test(text) ? [text.slice(2)] : []),
  ])
}

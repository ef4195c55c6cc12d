import { parseArgs } from 'node:util'
import { AppError } from '../contract/errors.ts'
import { closest } from '../base/closest.ts'
import type { Words } from './language.ts'

export interface OptionSpec {
  /** What the help calls the value; absent: a flag. */
  readonly value?: string
  /** The only values it takes. */
  readonly choices?: readonly string[]
  readonly repeatable?: boolean
  /** One letter, for `-o FILE`. */
  readonly short?: string
  readonly help: Words
}

export interface ArgumentSpec {
  /** As the help shows it: `PROMPT|-`. */
  readonly name: string
  readonly required: boolean
  /** The last one, as often as wanted. */
  readonly repeatable?: boolean
}

export interface Syntax {
  /** The command's own words, for messages: `sessions show`. */
  readonly command: string
  readonly arguments: readonly ArgumentSpec[]
  readonly options: Readonly<Record<string, OptionSpec>>
  /** Reads a secret from standard input: one typed on the command line is not said again. */
  readonly readsSecret?: boolean
}

/** A parsed command line; every value has passed the syntax. */
export interface Arguments {
  positional(index: number): string | undefined
  flag(name: string): boolean
  text(name: string): string | undefined
  list(name: string): readonly string[]
}

/** Reads `argv` by `syntax`. Throws `AppError('usage.*')` that names what is wrong and what comes closest. */
export function readArguments(argv: readonly string[], syntax: Syntax): Arguments {
  const options = Object.fromEntries(
    Object.entries(syntax.options).map(([name, { value, short }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true })
  const values = new Map<string, string[]>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind === 'option') values.set(token.name, [...(values.get(token.name) ?? []), checkOption(token, syntax)])
  }
  checkPositionals(positionals, syntax)
  return {
    positional: (index) => positionals[index],
    flag: (name) => values.has(name),
    text: (name) => values.get(name)?.at(-1),
    list: (name) => values.get(name) ?? [],
  }
}

function checkOption(
  token: { name: string; rawName: string; value: string | undefined; inlineValue?: boolean | undefined },
  syntax: Syntax,
): string {
  const spec = Object.hasOwn(syntax.options, token.name) ? syntax.options[token.name] : undefined
  const { command } = syntax
  if (!spec) {
    const names = ['--help', ...Object.keys(syntax.options).map((name) => `--${name}`)]
    throw new AppError('usage.unknown_option', {
      params: { program: programOf(syntax), option: token.rawName, similar: closest(token.rawName, names) },
    })
  }
  const { value } = token
  const option = `--${token.name}`
  if (!spec.value) {
    if (value === undefined) return ''
    throw new AppError('usage.bad_value', { params: { option, value, expected: option } })
  }
  // `--provider --model x` forgot a value; who means one that starts so writes `--provider=--model`.
  if (value === undefined || value === '' || (!token.inlineValue && value.startsWith('--'))) {
    throw new AppError('usage.missing_argument', { params: { command, argument: `${option} ${spec.value}` } })
  }
  if (spec.choices && !spec.choices.includes(value)) {
    throw new AppError('usage.bad_value', { params: { option, value, expected: spec.choices.join(', ') } })
  }
  return value
}

function checkPositionals(given: readonly string[], syntax: Syntax): void {
  const { command } = syntax
  const extra = syntax.arguments.at(-1)?.repeatable ? undefined : given[syntax.arguments.length]
  if (extra !== undefined && syntax.readsSecret) throw new AppError('usage.secret_argument', { params: { command } })
  if (extra !== undefined) throw new AppError('usage.unexpected_argument', { params: { program: programOf(syntax), argument: extra } })
  const missing = syntax.arguments.find((spec, index) => spec.required && given[index] === undefined)
  if (missing) throw new AppError('usage.missing_argument', { params: { command, argument: missing.name } })
}

/** What is typed to call it; the command that opens the app has no words of its own. */
function programOf({ command }: Syntax): string {
  return `mewcode ${command}`.trim()
}

import { readEntry } from './read-entry.ts'
import { readServers } from './read-servers.ts'
import { parseAny } from './parse-any.ts'
import type { Found } from './types.ts'

/** The words of a plain command line after quote removal; undefined: it is more than one plain command. */
export type ReadWords = (line: string) => Promise<readonly string[] | undefined>

/** A command as it is typed into a terminal: the server's own, an address, or another program's way to add one. */
export async function readCommandLine(line: string, readWords: ReadWords): Promise<readonly Found[]> {
  const url = URL.parse(line)
  if (url && /^https?:$/.test(url.protocol) && !/\s/.test(line)) return some(readEntry(undefined, { url: line }))
  const words = await readWords(line.replaceAll(/\\\r?\n/g, ' '))
  if (!words || words.length === 0) return []
  const [program = '', ...rest] = words
  if (['claude', 'codex', 'gemini', 'qwen', 'mewcode'].includes(program) && rest[0] === 'mcp') return readAdd(rest.slice(1))
  if (['code', 'code-insiders', 'cursor'].includes(program) && rest[0] === '--add-mcp') return readServers(parseAny(rest[1] ?? ''))
  const env: Record<string, string> = {}
  let at = 0
  for (; /^[A-Za-z_]\w*=/.test(words[at] ?? ''); at++) addPair(env, words[at] ?? '', '=')
  const [command, ...args] = words.slice(at)
  return command === undefined || !isProgram(command, args) ? [] : some(readEntry(undefined, { command, args, env: referring(env) }))
}

const RUNNERS = /^(?:npx|pnpx|bunx|uvx|uv|node|bun|deno|python3?|docker|podman|pnpm|yarn|dotnet|java|go|cargo|ruby)$/

/** What people write to each other is not run: a known runner, a path or an option tells a command from a sentence. */
function isProgram(command: string, args: readonly string[]): boolean {
  if (!/^[\w@./\\:~+-]+$/.test(command)) return false
  return /[/\\]/.test(command) || (args.length > 0 && (RUNNERS.test(command) || args.some((arg) => arg.startsWith('-'))))
}

const takesValue = new Set([
  '-s',
  '--scope',
  '-t',
  '--transport',
  '-e',
  '--env',
  '-H',
  '--header',
  '--url',
  '--bearer-token-env-var',
  '--timeout',
])

/** `mcp add [options] NAME URL` and `mcp add [options] NAME [--] COMMAND …`; `mcp add-json NAME JSON`. */
function readAdd([verb, ...words]: readonly string[]): readonly Found[] {
  if (verb === 'add-json' || (verb === 'add' && words[1]?.startsWith('{'))) {
    return some(readEntry(words[0], parseAny(words.at(-1) ?? '')))
  }
  if (verb !== 'add') return []
  const options: Record<string, string> = {}
  const env: Record<string, string> = {}
  const headers: Record<string, string> = {}
  const plain: string[] = []
  let at = 0
  // Options stand before the command; what follows it is the command's own.
  for (; at < words.length && plain.length < 2; at++) {
    const word = words[at] ?? ''
    if (word === '--') break
    if (!word.startsWith('-')) plain.push(word)
    else if (!takesValue.has(word)) options[word] = ''
    else {
      const value = words[++at] ?? ''
      if (word === '-e' || word === '--env') addPair(env, value, '=')
      else if (word === '-H' || word === '--header') addPair(headers, value, ':')
      else options[word] = value
    }
  }
  const [name, target] = plain
  const rest = words.slice(words[at] === '--' ? at + 1 : at)
  const trailing = trailingOptions(rest, { env, headers, isUrl: target !== undefined && /^https?:/.test(target) })
  const [command, ...args] = target === undefined ? rest : [target, ...trailing]
  const url = options['--url'] ?? (command !== undefined && /^https?:/.test(command) ? command : undefined)
  const type = options['--transport'] ?? options['-t']
  const bearer = options['--bearer-token-env-var']
  return some(
    readEntry(
      name,
      url === undefined
        ? { command, args, env: referring(env) }
        : {
            url,
            headers: referring(headers),
            ...(type !== undefined && { type }),
            ...(bearer !== undefined && { bearer_token_env_var: bearer }),
          },
    ),
  )
}

/** After an address there is no command whose words they could be. */
function trailingOptions(
  words: readonly string[],
  { env, headers, isUrl }: { env: Record<string, string>; headers: Record<string, string>; isUrl: boolean },
): readonly string[] {
  if (!isUrl) return words
  for (let at = 0; at < words.length - 1; at++) {
    if (words[at] === '-H' || words[at] === '--header') addPair(headers, words[++at] ?? '', ':')
    else if (words[at] === '-e' || words[at] === '--env') addPair(env, words[++at] ?? '', '=')
  }
  return []
}

function addPair(to: Record<string, string>, text: string, mark: '=' | ':'): void {
  const at = text.indexOf(mark)
  if (at > 0) to[text.slice(0, at).trim()] = text.slice(at + 1).trim()
}

/** `$NAME` is the terminal's way to write `${NAME}`. */
function referring(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value.replaceAll(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`)]),
  )
}

function some(found: Found | undefined): readonly Found[] {
  return found ? [found] : []
}

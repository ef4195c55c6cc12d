import { escapeGlob } from './glob.ts'
import { baseName, type ShellCommand } from './shell/index.ts'
import { friendlyToolName } from './tool-names.ts'

/**
 * Programs of which a beginning says what they will do, by the number of words that say it. Nothing that runs what it is
 * given, takes rights or removes is here.
 */
const words: Readonly<Record<string, number>> = {
  'bun run': 3,
  'bun test': 2,
  'cargo bench': 2,
  'cargo build': 2,
  'cargo check': 2,
  'cargo clippy': 2,
  'cargo doc': 2,
  'cargo fmt': 2,
  'cargo test': 2,
  'deno check': 2,
  'deno lint': 2,
  'deno test': 2,
  'dotnet build': 2,
  'dotnet test': 2,
  eslint: 1,
  'git add': 2,
  'git blame': 2,
  'git branch': 2,
  'git commit': 2,
  'git diff': 2,
  'git fetch': 2,
  'git log': 2,
  'git ls-files': 2,
  'git show': 2,
  'git status': 2,
  'go build': 2,
  'go test': 2,
  'go vet': 2,
  'gradle build': 2,
  'gradle test': 2,
  jest: 1,
  make: 2,
  mypy: 1,
  'mvn compile': 2,
  'mvn test': 2,
  'npm audit': 2,
  'npm ci': 2,
  'npm ls': 2,
  'npm outdated': 2,
  'npm run': 3,
  'npm test': 2,
  'npm view': 2,
  npx: 2,
  'pip list': 2,
  'pip show': 2,
  'pnpm run': 3,
  'pnpm test': 2,
  prettier: 1,
  pytest: 1,
  ruff: 1,
  tsc: 1,
  vitest: 1,
  'yarn run': 3,
  'yarn test': 2,
}

/** A rule for every command that begins as this one does, such as `Bash(npm test:*)`; undefined where none is safe to offer. */
export function prefixRule(toolName: string, commands: readonly ShellCommand[]): string | undefined {
  const [command] = commands
  if (!command || commands.length > 1 || command.doubts.size > 0 || command.redirects.length > 0 || command.assigned.length > 0)
    return undefined
  if (command.words.some(({ isKnown }) => !isKnown)) return undefined
  const texts = command.words.map(({ text }) => text)
  const [first = '', second = ''] = texts
  if (first !== baseName(first)) return undefined
  const key = [`${first} ${second}`, first].find((one) => Object.hasOwn(words, one))
  const count = key === undefined ? undefined : words[key]
  if (count === undefined || texts.length < count) return undefined
  const prefix = texts.slice(0, count)
  // What is no plain word, or an option, says nothing about what follows it.
  if (prefix.some((text) => !/^[\w][\w:@./-]*$/.test(text))) return undefined
  return `${friendlyToolName(toolName)}(${escapeGlob(prefix.join(' '))}:*)`
}

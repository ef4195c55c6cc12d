/** Programs that fetch a package and run it, and the words before its name. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  bunx: [],
  pnpx: [],
  uvx: [],
  'pnpm dlx': ['dlx'],
  'yarn dlx': ['dlx'],
  'npm exec': ['exec'],
  'bun x': ['x'],
  'uv tool run': ['tool', 'run'],
  'pipx run': ['run'],
}
const PACKAGE_OPTIONS = ['-p', '--package', '--from', '--spec']

/** The package a command would fetch in whatever version is newest then; undefined: none, or exactly one version. */
export function unpinnedPackage(command: string, args: readonly string[]): string | undefined {
  const program = programOf(command)
  const runner = Object.entries(RUNNERS).find(
    ([name, words]) => name.split(' ')[0] === program && words.every((word, at) => args[at] === word),
  )
  if (!runner) return undefined
  const name = packageOf(args.slice(runner[1].length))
  return name === undefined || isLocal(name) || isExact(name) ? undefined : name
}

/** It may fetch a package before it runs something. */
export function isPackageRunner(command: string): boolean {
  return Object.keys(RUNNERS).some((name) => name.split(' ')[0] === programOf(command))
}

function programOf(command: string): string {
  return command.replace(/^.*[/\\]/, '').replace(/\.(cmd|exe|ps1)$/i, '')
}

function packageOf(args: readonly string[]): string | undefined {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const [option = '', value] = arg.split(/=(.*)/s)
    if (PACKAGE_OPTIONS.includes(option)) return value ?? args[at + 1]
    if (!arg.startsWith('-')) return arg
  }
  return undefined
}

function isLocal(name: string): boolean {
  return /^(?:[.~]{0,2}[/\\]|file:)/.test(name)
}

/** `name@1.2.3`, `name==1.2.3`, a commit. */
function isExact(name: string): boolean {
  return /.(?:@|==)v?\d+\.\d+\.\d+[\w.+-]*$/.test(name) || /#(?:[0-9a-f]{40})$/.test(name) || /@[0-9a-f]{40}$/.test(name)
}

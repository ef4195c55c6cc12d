import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { command, ROOT, seconds } from './command.ts'

// `npm ci` as a newcomer runs it: a clean clone, the system's own Node, no compiler and no Python. It needs the registry, and fails without.
const NPM_VERSIONS = ['10', '11.19']
/** What a bare machine has and install steps may call. */
const PROGRAMS = ['node', 'sh', 'env', 'uname', 'cat', 'ls', 'mkdir', 'rm', 'cp', 'mv', 'ln', 'chmod', 'dirname', 'basename', 'sed', 'git']

const work = await mkdtemp(join(tmpdir(), 'mewcode-install-'))
try {
  const path = await barePath()
  const problems: string[] = []
  for (const version of NPM_VERSIONS) problems.push(...(await install(version, path)))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await rm(work, { recursive: true, force: true })
}

async function barePath(): Promise<string> {
  const bin = join(work, 'bin')
  await mkdir(bin)
  // Not the project's own Node: a newcomer does not have it yet.
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  for (const program of PROGRAMS) {
    const found = folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
    if (found !== undefined) await symlink(found, join(bin, program))
  }
  return bin
}

async function install(version: string, path: string): Promise<string[]> {
  const tool = join(work, `npm-${version}`)
  const clone = join(work, `clone-${version}`)
  const fetched = await command(['npm', 'install', '--no-save', '--prefix', tool, `npm@${version}`], { cwd: work })
  if (fetched.code !== 0) return [`npm ${version} could not be fetched:\n${fetched.output}`]
  const cloned = await command(['git', 'clone', '--quiet', '--no-local', ROOT, clone])
  if (cloned.code !== 0) return [`git clone:\n${cloned.output}`]
  // The install step of the package `node` calls npm by name.
  const bare = ['env', '-i', `PATH=${join(tool, 'node_modules/.bin')}${delimiter}${path}`, ...passedOn(), join(path, 'node')] as const
  const { code, output, ms } = await command([...bare, join(tool, 'node_modules/npm/bin/npm-cli.js'), 'ci'], { cwd: clone })
  console.log(`npm ${version}: npm ci ended with ${code} (${seconds(ms)})`)
  if (code !== 0) return [`npm ${version}: npm ci failed:\n${output}`]
  const problems: string[] = []
  if (existsSync(join(clone, 'node_modules/better-sqlite3/build'))) problems.push(`npm ${version}: better-sqlite3 was compiled`)
  const program =
    "const D = require('better-sqlite3'); console.log(process.versions.node, new D(':memory:').prepare('select 1 as one').get().one)"
  const ran = await command([join(clone, 'node_modules/.bin/node'), '-e', program], { cwd: clone })
  if (!/^24\.\S+ 1\n$/.test(ran.output)) problems.push(`npm ${version}: the installed Node and SQLite do not work together:\n${ran.output}`)
  return problems
}

/** How this machine reaches the registry. */
function passedOn(): string[] {
  const names = Object.keys(process.env).filter((name) => name === 'HOME' || /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name))
  return names.map((name) => `${name}=${process.env[name]}`)
}

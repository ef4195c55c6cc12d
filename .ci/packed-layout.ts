import { getRawHeader, extractFile } from '@electron/asar'
import { existsSync } from 'node:fs'
import { glob, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createRedactor } from '../core/credentials/index.ts'
import { command, ROOT } from './command.ts'

export interface PackedFor {
  readonly platform: NodeJS.Platform
  readonly arch: string
}

interface Entry {
  readonly path: string
  readonly bytes: number
  readonly isUnpacked: boolean
}

/** Measured on Linux: 14 MB and 28 MB. The largest part is ripgrep and the decoder of images. */
const MAX_BYTES = { archive: 14_500_000, unpacked: 36_000_000 }

const PLACES = /^(package\.json$|out\/(chunks|main|media|preload|renderer|storage)\/|resources\/(sample|skills|tray)\/|node_modules\/)/
const PACKAGES = /^node_modules\/(@napi-rs|@vscode|better-sqlite3|tree-sitter-bash|web-tree-sitter)\//
/** What is ours to read by the agent is no source of the product. */
const MATERIAL = /^resources\//
const SOURCE = /\.([cm]?ts|vue|map|md)$|\.(test|spec)\.[cm]?js$|(^|\/)(tests?|__tests__|fixtures)\//
const LIBRARY = /\.(node|dll|dylib|exe)$|\.so(\.\d+)*$/
const TEXT = /\.([cm]?js|json|css|html|svg|md|ts)$/

/**
 * What is wrong with a packed product, in sentences; `resources` is the folder that holds `app.asar`. Natives are loaded and ripgrep is
 * run when they are for this machine.
 */
export async function packedProblems(resources: string, target: PackedFor): Promise<string[]> {
  const archive = join(resources, 'app.asar')
  const entries = [...entriesOf(getRawHeader(archive).header)]
  return [
    ...entries.flatMap(misplaced),
    ...missing(entries),
    ...['LICENSE.txt', 'THIRD_PARTY_NOTICES.txt'].flatMap((name) => (existsSync(join(resources, name)) ? [] : [`${name} is missing`])),
    ...(await missingMaterial(entries)),
    ...(await natives(resources, entries, target)),
    ...(await spilled(archive, entries)),
    ...(await tooLarge(resources)),
  ]
}

interface Folder {
  readonly files?: Readonly<Record<string, Folder>>
  readonly size?: number
  readonly unpacked?: boolean
}

export function* entriesOf({ files = {} }: Folder, base = ''): Generator<Entry> {
  for (const [name, node] of Object.entries(files)) {
    if (node.files) yield* entriesOf(node, `${base}${name}/`)
    else yield { path: base + name, bytes: node.size ?? 0, isUnpacked: node.unpacked === true }
  }
}

function misplaced({ path, isUnpacked }: Entry): string[] {
  if (!PLACES.test(path)) return [`${path} does not belong into the product`]
  if (path.startsWith('node_modules/') && !PACKAGES.test(path)) return [`${path}: its package is bundled or for development`]
  if (!MATERIAL.test(path) && SOURCE.test(path)) return [`${path} is source, a test or a map`]
  if (LIBRARY.test(path) && !isUnpacked) return [`${path} lies in the archive, where nothing can load it`]
  return []
}

const NEEDED = [
  'package.json',
  'node_modules/tree-sitter-bash/tree-sitter-bash.wasm',
  'node_modules/web-tree-sitter/web-tree-sitter.wasm',
  'out/main/main.js',
  'out/media/worker.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/storage/worker.js',
]

function missing(entries: readonly Entry[]): string[] {
  const there = new Set(entries.map(({ path }) => path))
  return NEEDED.filter((path) => !there.has(path)).map((path) => `${path} is missing`)
}

/** Sample, skills and the tray's icons go out whole, and lie where commands can read them. */
async function missingMaterial(entries: readonly Entry[]): Promise<string[]> {
  const problems: string[] = []
  for await (const file of glob('resources/{sample,skills,tray}/**/*', { cwd: ROOT })) {
    if ((await stat(join(ROOT, file))).isDirectory()) continue
    const entry = entries.find(({ path }) => path === file.replaceAll('\\', '/'))
    if (!entry) problems.push(`${file} is missing`)
    else if (!entry.isUnpacked) problems.push(`${file} lies in the archive, where no command can read it`)
  }
  return problems
}

async function natives(resources: string, entries: readonly Entry[], { platform, arch }: PackedFor): Promise<string[]> {
  const system = platform === 'linux' ? `linux-${arch}-gnu` : platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`
  const libraries = [
    `better-sqlite3/prebuilds/${platform}-${arch}.node`,
    `@napi-rs/image-${system}/image.${system}.node`,
    `@napi-rs/keyring-${system}/keyring.${system}.node`,
  ]
  const ripgrep = `@vscode/ripgrep-${platform}-${arch}/bin/${platform === 'win32' ? 'rg.exe' : 'rg'}`
  const canRun = platform === process.platform && arch === process.arch
  const problems: string[] = []
  for (const name of [...libraries, ripgrep]) {
    const path = `node_modules/${name}`
    const file = join(resources, 'app.asar.unpacked', path)
    const entry = entries.find((one) => one.path === path)
    if (!entry) problems.push(`${path} is missing`)
    else if (!entry.isUnpacked || !existsSync(file)) problems.push(`${path} is not unpacked`)
    else if (canRun) problems.push(...(await runs(name === ripgrep ? [file, '--version'] : [process.execPath, '-e', LOAD, file], path)))
  }
  const foreign = entries.filter(({ path }) => LIBRARY.test(path) && !libraries.some((name) => path === `node_modules/${name}`))
  return [...problems, ...foreign.flatMap(({ path }) => (path === `node_modules/${ripgrep}` ? [] : [`${path} is for another system`]))]
}

const LOAD = 'if (Object.keys(require(process.argv[1])).length === 0) throw new Error("it exports nothing")'

async function runs(program: readonly [string, ...string[]], path: string): Promise<string[]> {
  const { code, output } = await command(program).catch((error: unknown) => ({ code: 1, output: String(error) }))
  return code === 0 ? [] : [`${path} does not run: ${output.trim()}`]
}

/** Secrets and paths of the machine that packed. */
async function spilled(archive: string, entries: readonly Entry[]): Promise<string[]> {
  const { redact } = createRedactor()
  const problems: string[] = []
  for (const { path, isUnpacked } of entries.filter((entry) => TEXT.test(entry.path))) {
    const text = isUnpacked ? await readFile(join(`${archive}.unpacked`, path), 'utf8') : extractFile(archive, path).toString('utf8')
    const clean = redact(text)
    if (clean !== text) problems.push(`${path} holds what looks like a secret near ${around(clean)}`)
    for (const place of [ROOT, `${homedir()}/`]) if (place.length > 3 && text.includes(place)) problems.push(`${path} names ${place}`)
  }
  return problems
}

function around(clean: string): string {
  const at = clean.indexOf('[redacted]')
  return JSON.stringify(clean.slice(Math.max(0, at - 40), at + 30))
}

async function tooLarge(resources: string): Promise<string[]> {
  const archive = (await stat(join(resources, 'app.asar'))).size
  let unpacked = 0
  for await (const path of glob('**/*', { cwd: join(resources, 'app.asar.unpacked') }))
    unpacked += (await stat(join(resources, 'app.asar.unpacked', path))).size
  return [
    ...(archive > MAX_BYTES.archive ? [`the archive has ${archive} bytes, more than ${MAX_BYTES.archive}`] : []),
    ...(unpacked > MAX_BYTES.unpacked ? [`what is unpacked has ${unpacked} bytes, more than ${MAX_BYTES.unpacked}`] : []),
  ]
}

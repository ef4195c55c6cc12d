import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { SetupProduct } from '../contract/setup.ts'
import { withoutShapes } from '../credentials/index.ts'
import { filesBelow, readWhole } from './files.ts'
import { asMarkdown } from './gemini-command.ts'
import { cannot, type Fate, type Finder, type Found, type Place } from './types.ts'

const MAX_BYTES = 256 * 1024

interface TextFolder {
  readonly product: SetupProduct
  /** Below the person's home. */
  readonly at: string
  readonly isReadInPlace?: boolean
}

const AGENTS: readonly TextFolder[] = [
  { product: 'claude-code', at: '.claude/agents', isReadInPlace: true },
  { product: 'cursor', at: '.cursor/agents' },
  { product: 'gemini', at: '.gemini/agents' },
  { product: 'opencode', at: '.config/opencode/agent' },
  { product: 'opencode', at: '.config/opencode/agents' },
]

const COMMANDS: readonly TextFolder[] = [
  { product: 'claude-code', at: '.claude/commands', isReadInPlace: true },
  { product: 'codex', at: '.codex/prompts' },
  { product: 'cursor', at: '.cursor/commands' },
  { product: 'gemini', at: '.gemini/commands' },
  { product: 'opencode', at: '.config/opencode/command' },
  { product: 'opencode', at: '.config/opencode/commands' },
]

/** `problemOf`: why a text is no agent here. */
export function findAgents(place: Place, problemOf: (text: string, fileName: string) => AppError | undefined): Finder {
  return findTexts(AGENTS, { ...place, kind: 'agent', into: 'agents', problemOf })
}

/** Gemini's are TOML and become Markdown. */
export function findCommands(place: Place): Finder {
  return findTexts(COMMANDS, { ...place, kind: 'command', into: 'commands', problemOf: () => undefined })
}

interface TextKind extends Place {
  readonly kind: 'agent' | 'command'
  /** Folder of ours, below `MEWCODE_HOME`. */
  readonly into: string
  readonly problemOf: (text: string, fileName: string) => AppError | undefined
}

function findTexts(folders: readonly TextFolder[], how: TextKind): Finder {
  return async () => {
    const found = await Promise.all(
      folders.map(async (folder) => {
        const top = path.join(how.userHome, folder.at)
        const files = await filesBelow(top, (name) => /\.(?:md|toml)$/i.test(name))
        return Promise.all(files.map((file) => describe(file, { ...folder, top }, how)))
      }),
    )
    return found.flat(2)
  }
}

async function describe(file: string, folder: TextFolder & { top: string }, how: TextKind): Promise<Found[]> {
  const { product, isReadInPlace } = folder
  const { kind } = how
  const isToml = /\.toml$/i.test(file)
  if (isToml && !(product === 'gemini' && kind === 'command')) return []
  const relative = path.relative(folder.top, file).replace(/\.(?:md|toml)$/i, '')
  const name = relative.split(path.sep).join(':')
  const read = await readWhole(file, MAX_BYTES)
  if (read === undefined) return []
  const it = { product, kind, name, path: file }
  const left = (problem: AppError): Found[] => [{ ...it, content: '', fate: cannot(problem) }]
  if (read === 'too_large') return left(new AppError('files.too_large', { params: { name, limit: '256 KB' } }))
  const text = isToml ? asMarkdown(read, name) : read
  if (text instanceof AppError) return left(text)
  if (isReadInPlace) return [{ ...it, content: text, fate: { state: 'in_place' } }]
  const target = path.join(how.home, how.into, `${kind === 'agent' ? path.basename(relative) : relative}.md`)
  const problem = holdsKey(text, name) ?? how.problemOf(text, path.basename(target))
  const fate: Fate = problem ? cannot(problem) : await fateOf(text, target)
  return [{ ...it, content: text, fate }]
}

/** Keys are not copied from file to file. */
export function holdsKey(text: string, name: string): AppError | undefined {
  return withoutShapes(text) === text ? undefined : new AppError('setup.holds_key', { params: { name } })
}

async function fateOf(text: string, target: string): Promise<Fate> {
  const there = await readWhole(target, MAX_BYTES)
  if (there === text) return { state: 'there' }
  if (there !== undefined) return cannot(taken(target))
  return {
    state: 'new',
    async bring() {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await writeFile(target, text, { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
        throw taken(target, cause)
      })
      return 'brought'
    },
  }
}

function taken(target: string, cause?: unknown): AppError {
  return new AppError('setup.taken', { params: { path: target }, cause })
}

import { namesIn, placesOf, type CommandPlace } from './command-places.ts'
import { byRule, isOwn, type Finding } from './finding.ts'
import { modeVerdict } from './modes.ts'
import { judgePlace, resolveInShell, unknownTarget, type Access, type OwnPlaces, type Target } from './places.ts'
import { isSecretFile } from './protected-paths.ts'
import { lookedAt, readsWholeFolder } from './read-only-commands.ts'
import { allowsPlaces, forbidsPlace, type RuleBook } from './rule-book.ts'
import { holdsSecrets } from './secret-folders.ts'
import { baseName, type ShellCommand } from './shell/index.ts'
import type { PermissionRequest } from './types.ts'

/** Where the pieces of a line stand. */
export interface LineContext {
  readonly request: PermissionRequest
  readonly book: RuleBook
  readonly own: OwnPlaces
  /** Folders the line may be in by then; empty: not known. */
  readonly cwds: readonly string[]
  /** git's own configuration in the folder is trusted. */
  readonly isTrusted: boolean
}

/** Programs to which a file's name is only a word: they do not show what is in it. */
const talkers = new Set(['echo', 'printf', 'true', 'false', 'expr', 'seq', 'rm', 'touch', 'mkdir', 'ls', 'test', 'stat', 'which', 'find'])

/** Layer 2 and the rules about files, for what a command reads and writes. */
export async function judgePlaces(command: ShellCommand, context: LineContext): Promise<readonly Finding[]> {
  const places = placesOf(command)
  const judged = await Promise.all(places.map(async (place) => judgeTargets(place, await targetsOf(place, context), context)))
  return [...judged.flat(), ...(await judgeFolders(command, context))]
}

/** Files whose names a command says, whatever it does with them. */
export async function judgeNames(command: ShellCommand, context: LineContext): Promise<readonly Finding[]> {
  const { book, request, own } = context
  if (talkers.has(baseName(command.words[0]?.text ?? ''))) return []
  const hasPathRules = [...book.deny, ...book.ask].some(({ onPath }) => onPath !== undefined)
  const names = namesIn(command).filter((name) => name.length < 4_096 && (hasPathRules || isSecretFile(name)))
  const targets = await Promise.all(names.flatMap((name) => context.cwds.map((cwd) => resolveInShell(name, cwd, request, own))))
  return targets.flatMap((target) => [
    ...ruled('read', target, context),
    ...(isSecretFile(target.lexical) || (target.real !== undefined && isSecretFile(target.real)) ? unsettled('read', target, context) : []),
  ])
}

async function targetsOf({ word, written }: CommandPlace, { cwds, request, own }: LineContext): Promise<readonly Target[]> {
  // A quoted `~` is a name like any other.
  const place = written.startsWith('~') && !word.hasTilde && written === word.text ? `./${written}` : written
  if (!word.isKnown || (cwds.length === 0 && !place.startsWith('/'))) return [unknownTarget(written)]
  return Promise.all((cwds.length === 0 ? ['/'] : cwds).map((cwd) => resolveInShell(place, cwd, request, own)))
}

function judgeTargets({ access, isRedirect }: CommandPlace, targets: readonly Target[], context: LineContext): readonly Finding[] {
  return targets.flatMap((target) => {
    const found = unsettled(access, target, context)
    // What a program makes of its arguments is not certain; what the shell opens is.
    const softened = isRedirect ? found : found.map((one) => (one.decision === 'deny' ? { ...one, decision: 'ask' as const } : one))
    const written = isRedirect && access === 'write' && found.length === 0 ? [redirected(target, context)] : []
    return [...ruled(access, target, context), ...softened, ...written]
  })
}

/** Rules about files forbid or ask in the shell as well. */
function ruled(access: Access, target: Target, { book, request, own }: LineContext): readonly Finding[] {
  const at = { root: request.projectRoot, userHome: own.userHome }
  const hits = (decision: 'deny' | 'ask'): readonly Finding[] =>
    book[decision].filter((rule) => forbidsPlace(rule, access, target, at)).map((rule) => byRule(decision, rule))
  return [...hits('deny'), ...hits('ask')]
}

/** What the sandbox says and no rule about the place settles. */
function unsettled(access: Access, target: Target, { book, request, own }: LineContext): readonly Finding[] {
  const found = judgePlace(target, access, request, own)
  if (!found) return []
  const { decision, reason, lifted } = found
  const settles = book.allow.some(
    (rule) =>
      (access === 'read' ? rule.namesTool('read_file') : rule.namesTool('write_file')) &&
      (lifted === 'rule' || (lifted === 'own' && isOwn(rule.source))) &&
      allowsPlaces(rule, [target], request, own.userHome),
  )
  // A line that a person has seen whole may name what only the shell can resolve.
  const needs = reason.code === 'permission.unresolved' ? 'own' : lifted === 'no' ? 'answer' : lifted
  return settles ? [] : [{ decision, layer: 'sandbox', reason, lifted: needs }]
}

/** A redirection inside the project is a write like any other. */
function redirected(target: Target, { book, request, own }: LineContext): Finding {
  const mode = modeVerdict({ mode: request.mode, category: 'write', readOnlyLine: false })
  if (mode.decision === 'allow' || request.mode === 'plan') return mode
  const allowed = book.allow.find(
    (rule) => rule.namesTool('write_file') && (!rule.onText || allowsPlaces(rule, [target], request, own.userHome)),
  )
  return allowed ? byRule('allow', allowed) : { ...mode, decision: 'ask', lifted: 'rule' }
}

/** A search through a whole folder shows its secrets without naming them. */
async function judgeFolders(command: ShellCommand, { cwds, request, own }: LineContext): Promise<readonly Finding[]> {
  if (!readsWholeFolder(command)) return []
  const [first, ...args] = command.words
  const operands = lookedAt(baseName(first?.text ?? ''), args).filter(({ text }) => !text.startsWith('-'))
  const folders = operands.length === 0 ? ['.'] : operands.map(({ text }) => text)
  const targets = await Promise.all(folders.flatMap((folder) => cwds.map((cwd) => resolveInShell(folder, cwd, request, own))))
  const holding = await Promise.all(targets.map(async ({ real }) => (real !== undefined && (await holdsSecrets(real)) ? real : undefined)))
  const [found] = holding.filter((folder) => folder !== undefined)
  if (found === undefined) return []
  return [{ decision: 'ask', layer: 'sandbox', reason: { code: 'permission.secret_folder', params: { path: found } }, lifted: 'own' }]
}

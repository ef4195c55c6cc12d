import { blacklisted } from './blacklist.ts'
import { byRule, forMode, isOwn, strictest, type Finding } from './finding.ts'
import { escapeGlob } from './glob.ts'
import { judgePiece, type Piece } from './line-piece.ts'
import type { LineContext } from './line-places.ts'
import { modeVerdict } from './modes.ts'
import { ruleForm } from './paths.ts'
import { isProjectsRepository } from './own-repository.ts'
import { judgePlace, resolveWritten, workFolders, type OwnPlaces, type Target } from './places.ts'
import { prefixRule } from './prefix-rules.ts'
import type { RuleBook } from './rule-book.ts'
import { baseName, unreadLine, type ShellCommand, type ShellReader } from './shell/index.ts'
import { friendlyToolName } from './tool-names.ts'
import type { PermissionRequest, Verdict } from './types.ts'
import { workingFolders } from './working-folders.ts'

/** Longer rules are not written into a file. */
const MAX_RULE = 10_000

export interface LineDeps {
  readonly book: RuleBook
  readonly own: OwnPlaces
  readonly shell: ShellReader
  /** The line is not for a shell of this grammar: nobody can read it. */
  readonly isForeignShell: boolean
  readonly isGitTrusted: boolean
}

/** Judges a shell line: the whole by the blacklist, then every command of it alone; the strictest answer counts. */
export async function judgeLine(
  request: PermissionRequest,
  text: string,
  { book, own, shell, isForeignShell, isGitTrusted }: LineDeps,
): Promise<Verdict> {
  const line = isForeignShell ? unreadLine(text) : await shell.read(text)
  const [folder] = await Promise.all(request.paths.map((place) => resolveWritten(place, request, own)))
  const cwd = folder?.lexical ?? request.projectRoot
  const { commands } = line
  const folders = workingFolders(line, cwd, own.userHome)
  const isTrusted = isGitTrusted && staysPut(commands) && (await isProjectsRepository(folder?.real ?? cwd, request.projectRoot))
  const pieces = await Promise.all(
    commands.map((command, at) => {
      const context: LineContext = {
        request,
        book,
        own,
        cwds: folders[at] ?? [cwd],
        isTrusted,
      }
      return judgePiece(command, context, commands[at + 1]?.isInner === true)
    }),
  )
  const elsewhere = folder && folderFinding(folder, request, own)
  const whole: Finding = strictest([...(elsewhere ? [elsewhere] : []), ...pieces.map(({ finding }) => finding)]) ?? {
    ...modeVerdict(execIn(request)),
    lifted: 'rule',
  }
  const form = `${shownFolder(folder, request)}${text.trim()}`
  const ruleFor = (words: string): string => `${friendlyToolName(request.toolName)}(${escapeGlob(words)})`
  const exactRule = ruleFor(form)
  const canKeep = whole.lifted !== 'answer' && whole.isHeld !== true && exactRule.length <= MAX_RULE
  const prefix = canKeep && !elsewhere ? prefixRule(request.toolName, commands) : undefined
  const verdict = (finding: Finding): Verdict => ({
    decision: finding.decision,
    layer: finding.layer,
    rule: finding.rule,
    source: finding.source,
    reason: finding.reason,
    parts: pieces.filter(({ isWrapper }) => !isWrapper).map((piece) => shownPart(piece, finding, request)),
    places: [],
    suggestedRule: exactRule,
    suggestions: canKeep
      ? [{ rule: exactRule, kind: 'exact' }, ...(prefix === undefined ? [] : [{ rule: prefix, kind: 'prefix' as const }])]
      : [],
    allowRule: canKeep ? (elsewhere ? exactRule : ruleFor(text.trim())) : undefined,
    expiresOn: 'arguments',
  })

  const hit = blacklisted(line, { roots: workFolders(request, own), userHome: own.userHome, cwds: [cwd] }, folders)
  if (hit !== undefined)
    return verdict({ decision: 'deny', layer: 'blacklist', rule: hit, reason: { code: 'permission.blacklist', params: { what: hit } } })
  const deniedWhole = book.deny.find(
    (rule) => rule.namesTool(request.toolName) && rule.onText?.isNegated !== true && rule.onText?.matches(text.trim()),
  )
  if (deniedWhole) return verdict(byRule('deny', deniedWhole))
  if (whole.decision !== 'ask') return verdict(whole)
  return verdict(settle(whole, { request, exactRule, book, literals: elsewhere ? [form] : [form, text.trim()] }))
}

interface Asked {
  readonly request: PermissionRequest
  readonly exactRule: string
  readonly book: RuleBook
  /** Texts that are this line and no other. */
  readonly literals: readonly string[]
}

/** What an Ask becomes by an answer of this session, the mode, or a rule that says exactly this line. */
function settle(finding: Finding, { request, exactRule, book, literals }: Asked): Finding {
  if (request.sessionRules.includes(exactRule)) {
    const reason = { code: 'permission.session' as const, params: { rule: exactRule } }
    return { decision: 'allow', layer: 'rule', rule: exactRule, source: { kind: 'session' }, reason }
  }
  if (request.mode === 'bypassPermissions' && !finding.isHeld) return modeVerdict(execIn(request))
  if (finding.lifted === 'answer' || finding.isHeld) return forMode(finding, request)
  const exact = book.allow.find(
    (rule) =>
      rule.namesTool(request.toolName) &&
      rule.onText?.literal !== undefined &&
      literals.includes(rule.onText.literal) &&
      (finding.lifted === 'rule' || isOwn(rule.source)),
  )
  return exact ? byRule('allow', exact) : forMode(finding, request)
}

function execIn({ mode }: PermissionRequest) {
  return { mode, category: 'exec' as const, readOnlyLine: false }
}

/** The same words in another folder are another call. */
function shownFolder(folder: Target | undefined, { projectRoot }: PermissionRequest): string {
  const form = folder ? ruleForm(folder.real ?? folder.lexical, projectRoot) : '.'
  return form === '.' ? '' : `cd ${form} && `
}

/** The folder a line runs in is named by no rule about its words. */
function folderFinding(folder: Target, request: PermissionRequest, own: OwnPlaces): Finding | undefined {
  const found = judgePlace(folder, 'read', request, own)
  return found && { decision: found.decision, layer: 'sandbox', reason: found.reason, lifted: 'own' }
}

/** The line stays in the folder it begins in: git's configuration is that of the folder the person trusts. */
function staysPut(commands: readonly ShellCommand[]): boolean {
  return !commands.some(({ words }) => /^(?:cd|pushd|popd)$/.test(baseName(words[0]?.text ?? '')))
}

function shownPart({ command, finding, risk }: Piece, whole: Finding, request: PermissionRequest): Verdict['parts'][number] {
  const { decision, rule } = whole.decision === 'allow' ? whole : forMode(finding, request)
  return { text: command.text, ...(risk && { risk }), decision, ...(rule !== undefined && { rule }) }
}

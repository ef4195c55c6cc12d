import path from 'node:path'
import { byRule, forMode, isOwn, strictest, type Finding } from './finding.ts'
import { escapeGlob } from './glob.ts'
import { modeVerdict } from './modes.ts'
import { isInside, ruleForm } from './paths.ts'
import { judgePlace, resolveWritten, type Access, type OwnPlaces, type Target } from './places.ts'
import { allowsPlaces, forbidsPlace, type RuleBook } from './rule-book.ts'
import { parseRule, type Rule } from './rules.ts'
import { friendlyToolName } from './tool-names.ts'
import type { PermissionRequest, Verdict } from './types.ts'

/** Judges a call that runs no shell line: by its tool, the places it names, or what else it says of itself. */
export async function judgeCall(request: PermissionRequest, book: RuleBook, own: OwnPlaces): Promise<Verdict> {
  const access: Access = request.category === 'write' ? 'write' : 'read'
  const targets = await Promise.all(request.paths.map((place) => resolveWritten(place, request, own)))
  const places = targets.flatMap((target) => toFinding(judgePlace(target, access, request, own)))
  const sandbox = strictest(places)
  const hits = (rule: Rule): boolean => forbids(rule, request, { targets, access, userHome: own.userHome })
  const asked = book.ask.find(hits)
  const sessionRule = sessionRuleFor(request, targets, sandbox, own)
  const exactRule = exactRuleFor(request, targets)
  const canKeep = !asked && sandbox?.lifted !== 'answer' && sandbox?.decision !== 'deny'
  const verdict = (finding: Finding): Verdict => ({
    decision: finding.decision,
    layer: finding.layer,
    rule: finding.rule,
    source: finding.source,
    reason: finding.reason,
    parts: [],
    places: targets.flatMap(({ real }) => real ?? []),
    suggestedRule: sessionRule,
    suggestions: canKeep ? [{ rule: exactRule, kind: 'exact' }] : [],
    allowRule: canKeep ? exactRule : undefined,
    expiresOn: request.category === 'write' ? 'file' : 'arguments',
  })

  if (sandbox?.decision === 'deny') return verdict(sandbox)
  const denied = book.deny.find(hits)
  if (denied) return verdict(byRule('deny', denied))
  const mode = modeVerdict({ mode: request.mode, category: request.category, readOnlyLine: false })
  // No rule and no answer lifts what plan mode refuses.
  if (mode.decision === 'deny' && request.mode === 'plan') return verdict(mode)
  const granted = request.sessionRules.find((text) => text === sessionRule || sessionCovers(text, request, targets, own.userHome))
  if (granted !== undefined)
    return verdict({
      decision: 'allow',
      layer: 'rule',
      rule: granted,
      source: { kind: 'session' },
      reason: { code: 'permission.session', params: { rule: granted } },
    })
  if (request.mode === 'bypassPermissions') return verdict(mode)
  if (asked) return verdict(forMode(byRule('ask', asked), request))
  const allowed = book.allow.find((rule) => allows(rule, request, targets, own.userHome))
  const settling =
    sandbox &&
    book.allow.find(
      (rule) => rule.onPath && allows(rule, request, targets, own.userHome) && (sandbox.lifted === 'rule' || isOwn(rule.source)),
    )
  if (sandbox && !(settling && sandbox.lifted !== 'answer')) return verdict(forMode(sandbox, request))
  const settled = settling ?? allowed
  return verdict(settled ? byRule('allow', settled) : mode)
}

function toFinding(found: ReturnType<typeof judgePlace>): readonly Finding[] {
  if (!found) return []
  const { decision, reason, lifted } = found
  return [{ decision, layer: 'sandbox', reason, lifted: lifted === 'no' ? 'answer' : lifted }]
}

function forbids(
  rule: Rule,
  request: PermissionRequest,
  { targets, access, userHome }: { targets: readonly Target[]; access: Access; userHome: string },
): boolean {
  const isNamed = rule.namesTool(request.toolName)
  if (!rule.onText || !rule.onPath) return isNamed
  if (targets.length === 0) return isNamed && aboutHost(rule, request)
  const { onPath } = rule
  const at = { root: request.projectRoot, userHome }
  if (targets.some((target) => forbidsPlace(rule, access, target, at))) return true
  return (
    isNamed &&
    targets.some(({ lexical, real }) => [lexical, real ?? lexical].some((place) => onPath(ruleForm(place, at.root), userHome, true)))
  )
}

function allows(rule: Rule, request: PermissionRequest, targets: readonly Target[], userHome: string): boolean {
  if (!rule.namesTool(request.toolName)) return false
  if (!rule.onText) return true
  if (targets.length === 0) return aboutHost(rule, request)
  return allowsPlaces(rule, targets, request, userHome)
}

/** `WebFetch(domain:example.com)`. */
function aboutHost({ onText }: Rule, { domain }: PermissionRequest): boolean {
  return onText !== undefined && domain !== undefined && onText.matches(`domain:${domain}`)
}

/** An answer about a folder outside holds for everything that reads there. */
function sessionCovers(text: string, request: PermissionRequest, targets: readonly Target[], userHome: string): boolean {
  const rule = request.category === 'read' && targets.length > 0 ? parseRule(text) : undefined
  return rule !== undefined && rule.namesTool('read_file') && text.endsWith('/**)') && allowsPlaces(rule, targets, request, userHome)
}

function exactRuleFor(request: PermissionRequest, targets: readonly Target[]): string {
  const name = friendlyToolName(request.toolName)
  const [target] = targets
  if (target) return `${name}(${escapeGlob(ruleForm(target.real ?? target.lexical, request.projectRoot))})`
  return request.domain === undefined ? name : `${name}(${escapeGlob(`domain:${request.domain}`)})`
}

/** Reading outside is asked once for each real folder: otherwise looking around there is a question a file. */
function sessionRuleFor(request: PermissionRequest, targets: readonly Target[], sandbox: Finding | undefined, own: OwnPlaces): string {
  const [target] = targets
  const isOutside = request.category === 'read' && targets.length === 1 && sandbox?.reason.code === 'permission.outside_read'
  if (!isOutside || target?.real === undefined) return exactRuleFor(request, targets)
  const folder = request.toolName === 'read_file' ? path.dirname(target.real) : target.real
  const isWide =
    folder === path.parse(folder).root || [own.userHome, request.projectRoot, own.home].some((place) => isInside(place, folder))
  return isWide ? exactRuleFor(request, targets) : `Read(${escapeGlob(ruleForm(folder, request.projectRoot))}/**)`
}

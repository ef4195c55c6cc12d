import path from 'node:path'
import type { PermissionLayer } from '../contract/common.ts'
import { blacklisted } from './blacklist.ts'
import { escapeGlob } from './glob.ts'
import { isInside, resolveTarget, ruleForm } from './paths.ts'
import { isNeverWrittenElsewhere, isSecretFile, writeProtection } from './protected-paths.ts'
import { modeVerdict } from './modes.ts'
import { readOnlyLine } from './read-only-commands.ts'
import { coversCommand, namesPath, namesTool, parseRule, ruleName, type Rule } from './rules.ts'
import { plainLine, segments, shownParts } from './shell-words.ts'
import type { Permission, PermissionRequest, PermissionRules, Reason, Verdict } from './types.ts'

export interface PermissionDeps {
  readonly rules: PermissionRules
  /** `MEWCODE_HOME`, the person's home folder and the temp folder: real paths. */
  readonly home: string
  readonly userHome: string
  readonly temp: string
}

interface Finding {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly layer: PermissionLayer
  readonly rule?: string
  readonly reason: Reason
}

interface Target {
  /** The very file is one that is never written, under another name. */
  readonly isNeverWritten?: boolean
  /** As written, against the project root. */
  readonly lexical: string
  /** Where it really leads; undefined when that cannot be told. */
  readonly real: string | undefined
}

/** Judges one call by the layers blacklist, sandbox, rules, mode, in this order; a denial of any layer ends the check. */
export function createPermission({ rules, home, userHome, temp }: PermissionDeps): Permission {
  const deny = readRules(rules.deny)
  const ask = readRules(rules.ask)
  const allow = readRules(rules.allow)

  return {
    async check(request) {
      const line = request.command === undefined ? undefined : plainLine(request.command)
      const readOnly = line && readOnlyLine(line)
      // Of a shell line the paths say where it runs.
      const folders = await Promise.all(request.paths.map((place) => resolveWritten(place, request)))
      const cwd = request.command === undefined ? request.projectRoot : (folders[0]?.lexical ?? request.projectRoot)
      const looked = await Promise.all((readOnly?.paths ?? []).map((place) => resolveInShell(place, cwd)))
      const targets = [...folders, ...looked]
      const suggestedRule = suggestRule(request, targets)
      const sandbox = judgePlaces(request, targets)
      const asked = ask.find((rule) => covers(rule, request, targets, 'any') || forbidsReading(rule, request, looked))
      // The folder that a line runs in is named by no rule about its words.
      const isElsewhere = request.command !== undefined && judgePlaces(request, folders) !== undefined
      const isLiftable = !sandbox || (sandbox.liftable && !isElsewhere)
      const canAllow = !asked && isLiftable && (request.command === undefined || line !== undefined)
      const allowRule = canAllow
        ? suggestRule({ ...request, paths: request.command === undefined ? request.paths : [] }, targets)
        : undefined
      const verdict = (finding: Finding): Verdict => answer(finding, request, { suggestedRule, allowRule })

      const hit =
        request.command === undefined ? undefined : blacklisted(request.command, { projectRoot: request.projectRoot, userHome, cwd })
      if (hit !== undefined)
        return verdict({ decision: 'deny', layer: 'blacklist', rule: hit, reason: { code: 'permission.blacklist', params: { what: hit } } })

      if (sandbox?.decision === 'deny') return verdict(sandbox)
      const denied = deny.find((rule) => covers(rule, request, targets, 'any') || forbidsReading(rule, request, looked))
      if (denied) return verdict(byRule('deny', denied))

      const mode = modeVerdict({ mode: request.mode, category: request.category, readOnlyLine: readOnly !== undefined })
      // No rule and no answer lifts what plan mode refuses.
      if (mode.decision === 'deny' && request.mode === 'plan') return verdict(mode)
      if (request.sessionRules.includes(suggestedRule))
        return verdict({
          decision: 'allow',
          layer: 'rule',
          rule: suggestedRule,
          reason: { code: 'permission.session', params: { rule: suggestedRule } },
        })
      if (request.mode === 'bypassPermissions') return verdict(mode)

      const allowed = allow.find((rule) => covers(rule, request, targets, 'all'))
      if (asked) return verdict(finish(byRule('ask', asked), request))
      if (sandbox && !(allowed && allowed.pattern !== undefined && isLiftable)) return verdict(finish(sandbox, request))
      if (allowed) return verdict(byRule('allow', allowed))
      return verdict(mode)
    },
  }

  /** The file tools take a path as it is written; only a shell knows `~`, and goes up from where a link leads. */
  async function resolveWritten(place: string, request: PermissionRequest): Promise<Target> {
    const { projectRoot } = request
    const lexical = path.resolve(projectRoot, place)
    const real = await resolveTarget(lexical)
    const isWrite = request.category === 'write' && real !== undefined
    return { lexical, real, isNeverWritten: isWrite && (await isNeverWrittenElsewhere(real, { projectRoot, home, userHome })) }
  }

  async function resolveInShell(place: string, cwd: string): Promise<Target> {
    const expanded = place === '~' || place.startsWith('~/') ? path.join(userHome, place.slice(1)) : place
    const lexical = path.resolve(cwd, expanded)
    // `~name` is somebody's home folder; which one only the shell knows.
    if (/^~[^/]/.test(place)) return { lexical, real: undefined }
    return { lexical, real: await resolveTarget(path.isAbsolute(expanded) ? expanded : `${cwd}${path.sep}${expanded}`) }
  }

  /** Layer 2. `liftable`: an allow rule that names the place may settle it. */
  function judgePlaces(request: PermissionRequest, targets: readonly Target[]): (Finding & { liftable: boolean }) | undefined {
    const { projectRoot } = request
    const places = { projectRoot, home, userHome }
    let found: (Finding & { liftable: boolean }) | undefined
    for (const { lexical, real, isNeverWritten } of targets) {
      const shown = ruleForm(real ?? lexical, projectRoot)
      const finding = (decision: 'ask' | 'deny', code: Reason['code'], liftable: boolean): Finding & { liftable: boolean } => ({
        decision,
        layer: 'sandbox',
        reason: { code, params: { path: shown } },
        liftable,
      })
      if (real === undefined) {
        found ??= finding('ask', 'permission.unresolved', false)
        continue
      }
      if (request.category === 'write') {
        const protection = writeProtection(real, places) ?? writeProtection(lexical, places)
        if (isNeverWritten || protection === 'never_written') return finding('deny', 'permission.never_written', false)
        if (protection === 'runs_things') found = finding('ask', 'permission.runs_things', false)
      }
      if (request.category !== 'write' && (isSecretFile(real) || isSecretFile(lexical)))
        found ??= finding('ask', 'permission.secret_file', false)
      const isFree =
        [projectRoot, temp].some((folder) => isInside(real, folder)) || (request.category !== 'write' && isInside(real, request.sessionDir))
      if (!isFree) found ??= finding('ask', request.category === 'write' ? 'permission.outside_write' : 'permission.outside_read', true)
    }
    return found
  }

  /** A rule about reading a file holds for a read-only line that names it as well: those pass without a question. */
  function forbidsReading(rule: Rule, request: PermissionRequest, looked: readonly Target[]): boolean {
    return looked.length > 0 && covers(rule, { ...request, toolName: 'read_file', command: undefined }, looked, 'any')
  }

  /** `all`: every place must be named, by where it really leads (allow). `any`: one spelling of one place is enough (deny, ask). */
  function covers(rule: Rule, request: PermissionRequest, targets: readonly Target[], reach: 'any' | 'all'): boolean {
    if (!namesTool(rule, request.toolName)) return false
    if (request.command !== undefined) {
      if (reach === 'all') return plainLine(request.command) !== undefined && coversCommand(rule, request.command)
      return [request.command, ...segments(request.command)].some(
        (piece) => coversCommand(rule, piece) || coversCommand(rule, piece.replace(/^\S*\//, '')),
      )
    }
    if (rule.pattern === undefined) return true
    if (targets.length === 0) return false
    const root = request.projectRoot
    if (reach === 'all') return targets.every(({ real }) => real !== undefined && namesPath(rule, [ruleForm(real, root)], userHome))
    return targets.some(({ lexical, real }) =>
      namesPath(
        rule,
        [lexical, real ?? lexical].flatMap((place) => [place, ruleForm(place, root)]),
        userHome,
      ),
    )
  }
}

function readRules(texts: readonly string[]): readonly Rule[] {
  return texts.flatMap((text) => parseRule(text) ?? [])
}

function byRule(decision: 'allow' | 'ask' | 'deny', rule: Rule): Finding {
  return { decision, layer: 'rule', rule: rule.text, reason: { code: `permission.rule_${decision}`, params: { rule: rule.text } } }
}

/** In `dontAsk` nobody is asked. */
function finish(finding: Finding, request: PermissionRequest): Finding {
  return request.mode === 'dontAsk' && finding.decision === 'ask' ? { ...finding, decision: 'deny' } : finding
}

function answer(finding: Finding, request: PermissionRequest, rules: Pick<Verdict, 'suggestedRule' | 'allowRule'>): Verdict {
  const shown = request.command === undefined ? [] : shownParts(request.command)
  return {
    decision: finding.decision,
    layer: finding.layer,
    rule: finding.rule,
    reason: finding.reason,
    parts: shown.map((text) => ({ text, decision: finding.decision, ...(finding.rule === undefined ? {} : { rule: finding.rule }) })),
    ...rules,
    expiresOn: request.category === 'write' ? 'file' : 'arguments',
  }
}

function suggestRule(request: PermissionRequest, targets: readonly Target[]): string {
  const name = ruleName(request.toolName)
  const [target] = targets
  if (request.command !== undefined) {
    // The same words in another folder are another call.
    const folder = request.paths.length > 0 && target ? ruleForm(target.real ?? target.lexical, request.projectRoot) : '.'
    return `${name}(${escapeGlob(`${folder === '.' ? '' : `cd ${folder} && `}${request.command.trim()}`)})`
  }
  if (target === undefined) return name
  return `${name}(${escapeGlob(ruleForm(target.real ?? target.lexical, request.projectRoot))})`
}

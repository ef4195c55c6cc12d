import path from 'node:path'
import type { PermissionLayer } from '../contract/common.ts'
import { blacklisted } from './blacklist.ts'
import { escapeGlob } from './glob.ts'
import { isInside, resolveTarget, ruleForm } from './paths.ts'
import { isSecretFile, writeProtection } from './protected-paths.ts'
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
      const written = request.command === undefined ? request.paths : (readOnly?.paths ?? [])
      const targets = await Promise.all(written.map((place) => resolve(place, request)))
      const suggestedRule = suggestRule(request, targets)
      const verdict = (finding: Finding): Verdict => answer(finding, request, suggestedRule)

      const hit = request.command === undefined ? undefined : blacklisted(request.command, { projectRoot: request.projectRoot, userHome })
      if (hit !== undefined)
        return verdict({ decision: 'deny', layer: 'blacklist', rule: hit, reason: { code: 'permission.blacklist', params: { what: hit } } })

      const sandbox = judgePlaces(request, targets)
      if (sandbox?.decision === 'deny') return verdict(sandbox)
      const denied = deny.find((rule) => covers(rule, request, targets, 'any'))
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

      const asked = ask.find((rule) => covers(rule, request, targets, 'any'))
      const allowed = allow.find((rule) => covers(rule, request, targets, 'all'))
      if (asked) return verdict(finish(byRule('ask', asked), request))
      if (sandbox && !(allowed && allowed.pattern !== undefined && sandbox.liftable)) return verdict(finish(sandbox, request))
      if (allowed) return verdict(byRule('allow', allowed))
      return verdict(mode)
    },
  }

  async function resolve(place: string, request: PermissionRequest): Promise<Target> {
    // The file tools take a path as it is written; only a shell knows `~`, and goes up from where a link leads.
    if (request.command === undefined) {
      const lexical = path.resolve(request.projectRoot, place)
      return { lexical, real: await resolveTarget(lexical) }
    }
    const expanded = place === '~' || place.startsWith('~/') ? path.join(userHome, place.slice(1)) : place
    const lexical = path.resolve(request.projectRoot, expanded)
    // `~name` is somebody's home folder; which one only the shell knows.
    if (/^~[^/]/.test(place)) return { lexical, real: undefined }
    return { lexical, real: await resolveTarget(path.isAbsolute(expanded) ? expanded : `${request.projectRoot}${path.sep}${expanded}`) }
  }

  /** Layer 2. `liftable`: an allow rule that names the place may settle it. */
  function judgePlaces(request: PermissionRequest, targets: readonly Target[]): (Finding & { liftable: boolean }) | undefined {
    const { projectRoot } = request
    const places = { projectRoot, home, userHome }
    let found: (Finding & { liftable: boolean }) | undefined
    for (const { lexical, real } of targets) {
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
        if (protection === 'never_written') return finding('deny', 'permission.never_written', false)
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

function answer(finding: Finding, request: PermissionRequest, suggestedRule: string): Verdict {
  const shown = request.command === undefined ? [] : shownParts(request.command)
  return {
    decision: finding.decision,
    layer: finding.layer,
    rule: finding.rule,
    reason: finding.reason,
    parts: shown.map((text) => ({ text, decision: finding.decision, ...(finding.rule === undefined ? {} : { rule: finding.rule }) })),
    suggestedRule,
    expiresOn: request.category === 'write' ? 'file' : 'arguments',
  }
}

function suggestRule(request: PermissionRequest, targets: readonly Target[]): string {
  const name = ruleName(request.toolName)
  if (request.command !== undefined) return `${name}(${escapeGlob(request.command.trim())})`
  const [target] = targets
  if (target === undefined) return name
  return `${name}(${escapeGlob(ruleForm(target.real ?? target.lexical, request.projectRoot))})`
}

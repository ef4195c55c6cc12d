import { errorText } from '../../contract/error-texts.ts'
import type { SkillPreview } from '../../contract/install.ts'

/** What a person should know before it is theirs: facts and findings first, then the text or what changes in it. */
export function consentText(preview: SkillPreview): string {
  const { kind, id, description, level, origin, path, ref, commit, allowedTools, files, leftOut, scan, signature, replaces, diff, body } =
    preview
  const facts: readonly (readonly [string, string])[] = [
    [kind, `${id}: ${oneLine(description)}`],
    ['source', `${origin} ${path}`.trim()],
    ['version', [ref, commit].filter((part) => part !== '').join(' = ')],
    ['for', level],
    ['tools asked for', allowedTools.join(', ')],
    ['files', files.map((file) => `${file.path} (${file.bytes})`).join(', ')],
    ['brings', partsOf(preview)],
    ['links left out', leftOut.join(', ')],
    ['replaces', replaces === 'nothing' ? '' : replaces],
    ['signature', signature.state === 'none' ? '' : `${signature.state} ${signature.key ?? ''}`.trim()],
    ['scan', scan.verdict],
  ]
  const findings = scan.findings.map(
    ({ severity, file, line, problem }) => `  ${severity} ${file}:${line} ${errorText(problem.code, problem.params, 'en').what}`,
  )
  const lines = facts.flatMap(([key, value]) => (value === '' ? [] : [`${key}: ${value}`]))
  return printable([...lines, ...findings, '', diff || body, ''].join('\n'))
}

function partsOf({ parts }: SkillPreview): string {
  if (!parts) return ''
  const { version: _version, ...lists } = parts
  return Object.entries(lists)
    .flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}`] : []))
    .join('; ')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** Characters that hide or reorder others are shown by their number. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}

import { decode } from './decode.ts'
import { findFence } from './fence.ts'
import type { Finding } from './finding.ts'
import { parseKeys } from './keys.ts'

export type { Finding } from './finding.ts'

/** A Markdown file in two parts. Never throws: what could not be read is a finding. */
export interface Frontmatter {
  /** Plain values by key, without a prototype; keys that could not be read are absent. */
  readonly values: Readonly<Record<string, unknown>>
  /** 1-based line of each key. */
  readonly lines: Readonly<Record<string, number>>
  /** Keys that stand in the file and could not be read: one that restricts must fail closed. */
  readonly unread: readonly string[]
  /** Behind the fence, line ends as `\n`. */
  readonly body: string
  /** 1-based line the body begins on. */
  readonly bodyLine: number
  readonly findings: readonly Finding[]
  /** The file is text; else everything but `findings` is empty. */
  readonly isText: boolean
  readonly hasFence: boolean
}

/** Reads the YAML head of a skill, agent, command or note. */
export function readFrontmatter(bytes: Uint8Array): Frontmatter {
  const text = decode(bytes)
  if (text === undefined) return { ...nothing, isText: false, findings: [{ code: 'not_text', line: 1, key: '', detail: '' }] }
  const lines = text.split('\n')
  const fence = findFence(lines)
  if (fence === undefined) {
    const findings: readonly Finding[] = [
      { code: /^---(\s*$|\w)/.test(lines[0] ?? '') ? 'never_closed' : 'no_frontmatter', line: 1, key: '', detail: '' },
    ]
    return { ...nothing, body: text, findings }
  }
  const head = lines.slice(1, fence)
  return {
    ...parseKeys(head),
    body: lines.slice(fence + 1).join('\n'),
    bodyLine: fence + 2,
    isText: true,
    hasFence: true,
  }
}

const nothing: Frontmatter = {
  values: {},
  lines: {},
  unread: [],
  body: '',
  bodyLine: 1,
  findings: [],
  isText: true,
  hasFence: false,
}

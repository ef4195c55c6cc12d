import { AppError } from '../../contract/errors.ts'
import { parseYaml, type YamlFile } from '../../config/yaml-file.ts'
import { asFields } from './values.ts'

/** An entry as it stands in a file. */
export interface RawEntry {
  readonly value: unknown
  /** 1-based line of what is at these keys within the entry. */
  lineOf(at: readonly (string | number)[]): number
}

export interface Entries {
  readonly entries: readonly RawEntry[]
  readonly problems: readonly FileProblem[]
}

interface FileProblem {
  readonly line: number
  readonly problem: AppError
}

/** The entries of `hooks:`. Where the file is no YAML each entry is read alone, so that one bad line costs one rule. */
export function readEntries(path: string, text: string, { isPolicy }: { isPolicy: boolean }): Entries {
  try {
    return isPolicy ? policyEntries(parseYaml(path, text)) : entriesOf(parseYaml(path, text))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const saved = isPolicy ? undefined : salvage(path, text)
    return saved ?? { entries: [], problems: [{ line: Number(error.params['line'] ?? 1), problem: error }] }
  }
}

function entriesOf(file: YamlFile): Entries {
  const { content } = file
  if (content === undefined || content === null) return { entries: [], problems: [] }
  const fields = asFields(content)
  const list = fields?.['hooks']
  const others = Object.keys(fields ?? {}).filter((key) => key !== 'hooks')
  const unread = others.map((key) => ({
    line: file.lineOf([key]),
    problem: new AppError('hook.unknown_key', { params: { key, near: 'hooks' } }),
  }))
  if (fields && list === undefined) return { entries: [], problems: unread }
  if (!Array.isArray(list)) return { entries: [], problems: [{ line: file.lineOf(['hooks']), problem: new AppError('hook.not_list') }] }
  const entries = list.map((value: unknown, index): RawEntry => ({ value, lineOf: (at) => file.lineOf(['hooks', index, ...at]) }))
  return { entries, problems: unread }
}

/** A policy has more than rules; what is wrong with it is told where it is read. */
function policyEntries(file: YamlFile): Entries {
  const list = asFields(asFields(file.content)?.['hooks'])?.['rules']
  const entries = Array.isArray(list) ? list : []
  return {
    entries: entries.map((value: unknown, index): RawEntry => ({ value, lineOf: (at) => file.lineOf(['hooks', 'rules', index, ...at]) })),
    problems: [],
  }
}

/** Undefined where the list has not even the form of one. */
function salvage(path: string, text: string): Entries | undefined {
  const lines = text.split('\n')
  const head = lines.findIndex((line) => /^hooks:\s*(#.*)?$/.test(line))
  if (head < 0) return undefined
  const dash = lines.slice(head + 1).find((line) => /^\s*-(\s|$)/.test(line))
  if (dash === undefined) return undefined
  const indent = dash.search(/-/)
  const starts = lines.flatMap((line, index) => (index > head && line.search(/-(\s|$)/) === indent && /^\s*-/.test(line) ? [index] : []))
  const read = starts.map((start, index) => readAlone(path, lines, { start, end: starts[index + 1] ?? lines.length }))
  return { entries: read.flatMap(({ entries }) => entries), problems: read.flatMap(({ problems }) => problems) }
}

function readAlone(path: string, lines: readonly string[], { start, end }: { start: number; end: number }): Entries {
  // Empty lines before it keep the numbers true.
  const alone = ['hooks:', ...Array.from({ length: start - 1 }, () => ''), ...lines.slice(start, end)].join('\n')
  try {
    return entriesOf(parseYaml(path, alone))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { line = String(start + 1), detail = '' } = error.params
    return { entries: [], problems: [{ line: Number(line), problem: new AppError('hook.unread_entry', { params: { detail } }) }] }
  }
}

import { AppError } from '../contract/errors.ts'
import { shellLineAt } from './fill.ts'
import { asHint, asNames, asText, readFrontmatter, type Frontmatter } from '../frontmatter/index.ts'

const DESCRIPTION_CHARS = 200

/** A command as its file says. */
export interface CommandText {
  readonly description: string
  readonly argumentHint: string
  readonly model: string | undefined
  readonly allowedTools: readonly string[]
  /** For the model, placeholders still in it. */
  readonly body: string
  readonly problems: readonly AppError[]
}

/** `file` is how problems name it; `isTrusted`: its commands are run, which is then no problem. Undefined when there is nothing to send; then a problem says so. */
export function readCommand(
  bytes: Uint8Array,
  { file, isTrusted }: { file: string; isTrusted: boolean },
): { text: CommandText | undefined; problems: readonly AppError[] } {
  const read = readFrontmatter(bytes)
  const body = read.body.trim()
  if (!read.isText) return { text: undefined, problems: [new AppError('command.too_large', { params: { file, limit: '256 KB' } })] }
  const problems = [...headProblems(read, file), ...(isTrusted ? [] : shellProblems(read, file))]
  if (body === '') return { text: undefined, problems: [...problems, new AppError('command.empty', { params: { file } })] }
  const { values } = read
  const text = {
    description: oneLine(asText(values['description']) || firstLine(body)),
    argumentHint: asHint(values['argument-hint']),
    model: asText(values['model']) || undefined,
    allowedTools: asNames(values['allowed-tools'] ?? values['allowed_tools']) ?? [],
    body,
    problems,
  }
  return { text, problems }
}

function headProblems({ findings }: Frontmatter, file: string): AppError[] {
  return findings.flatMap(({ code, line, key, detail }) => {
    const params = { file, line, key, detail }
    if (code === 'repaired') return [new AppError('command.repaired', { params })]
    if (code === 'unreadable_key' || code === 'not_a_map')
      return [new AppError('command.unread_key', { params: { ...params, key: key || detail } })]
    return []
  })
}

function shellProblems({ body, bodyLine }: Frontmatter, file: string): AppError[] {
  const index = shellLineAt(body)
  return index < 0 ? [] : [new AppError('command.runs_shell', { params: { file, line: bodyLine + index } })]
}

function firstLine(body: string): string {
  return (
    body
      .split('\n')
      .map((line) => line.replace(/^#+\s*/, '').trim())
      .find((line) => line !== '') ?? ''
  )
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > DESCRIPTION_CHARS ? `${line.slice(0, DESCRIPTION_CHARS - 1).trimEnd()}…` : line
}

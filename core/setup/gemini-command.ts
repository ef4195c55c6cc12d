import { parse } from 'smol-toml'
import { stringify } from 'yaml'
import { AppError } from '../contract/errors.ts'

/** A command of Gemini CLI as one of ours; an error where its text does more than say something. */
export function asMarkdown(toml: string, name: string): string | AppError {
  const { prompt, description } = readFields(toml)
  if (typeof prompt !== 'string' || prompt.trim() === '') return new AppError('setup.unread', { params: { name } })
  if (/[!@]\{/.test(prompt)) return new AppError('setup.command_runs', { params: { name } })
  const takesArguments = prompt.includes('{{args}}')
  const body = takesArguments ? prompt.replaceAll('{{args}}', '$ARGUMENTS') : prompt
  const head = typeof description === 'string' ? `---\n${stringify({ description })}---\n` : ''
  return `${head}${body.trim()}\n`
}

function readFields(toml: string): Record<string, unknown> {
  try {
    return parse(toml)
  } catch {
    // No command then.
    return {}
  }
}

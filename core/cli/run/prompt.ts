import { AppError } from '../../contract/errors.ts'
import type { Terminal } from '../command.ts'

/** The prompt as given, or all of standard input for `-`. */
export async function readPrompt(argument: string, { stdin }: Terminal): Promise<string> {
  const text = argument === '-' ? await readAll(stdin) : argument
  if (text.trim() === '') throw new AppError('usage.missing_argument', { params: { command: 'run', argument: 'PROMPT' } })
  return text
}

/** Everything until the input ends, as UTF-8. */
export async function readAll(stream: Terminal['stdin']): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

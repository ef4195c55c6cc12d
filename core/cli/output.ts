import type { Writable } from 'node:stream'
import type { Language } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'

/**
 * Writes and waits until the stream has taken it, so that nothing piles up and nothing is lost at exit. A terminal gets
 * no control characters; a pipe or a file gets the text as it is. Rejects with `AppError('storage.output_failed')`; with
 * the system's `EPIPE` when the reader went away (`| head`).
 */
export function write(stream: Writable & { readonly isTTY?: boolean }, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(stream.isTTY ? withoutControls(text) : text, (error) => (error ? reject(outputFailure(error)) : resolve()))
  })
}

export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

function outputFailure(cause: Error): Error {
  return isReaderGone(cause) ? cause : new AppError('storage.output_failed', { params: { detail: cause.message }, cause })
}

/** Without what would steer a terminal (escape sequences, marks that turn the reading order): models and folders write text too. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\r(?!\n)|(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** One JSON value for scripts. */
export function writeJson(stream: Writable, value: unknown): Promise<void> {
  return write(stream, `${JSON.stringify(value, undefined, 2)}\n`)
}

const NOTHING = { en: 'Nothing to list.', 'zh-CN': '没有可列出的内容。' } as const

/** A list. Where there is nothing a person at a terminal is told so; a script reads nothing. */
export async function writeList(
  { stdout, stderr, language }: { stdout: Writable & { readonly isTTY?: boolean }; stderr: Writable; language: Language },
  rows: readonly (readonly string[])[],
): Promise<void> {
  if (rows.length === 0 && stdout.isTTY) stderr.write(`${NOTHING[language]}\n`)
  await write(stdout, table(rows))
}

/** Columns as wide as their widest cell; the last one runs free. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, columns(cell))))
  const line = (row: readonly string[]): string =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - columns(cell)))).join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Terminals draw Chinese characters two columns wide. */
function columns(text: string): number {
  let width = 0
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(character) ? 2 : 1
  return width
}

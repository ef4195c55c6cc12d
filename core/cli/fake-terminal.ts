import { PassThrough, Readable } from 'node:stream'
import type { Language } from '../contract/error-texts.ts'
import type { Terminal } from './command.ts'

export interface FakeTerminal extends Terminal {
  out(): string
  err(): string
}

/** A terminal for tests: remembers what was written. */
export function fakeTerminal(
  options: { env?: Terminal['env']; cwd?: string; input?: string; language?: Language; interrupted?: AbortSignal } = {},
): FakeTerminal {
  const written = { out: '', err: '' }
  const sink = (name: 'out' | 'err'): PassThrough => {
    const stream = new PassThrough()
    stream.setEncoding('utf8').on('data', (text: string) => (written[name] += text))
    return stream
  }
  return {
    version: '1.2.3',
    env: options.env ?? {},
    cwd: options.cwd ?? '/',
    stdin: Readable.from([options.input ?? '']),
    stdout: sink('out'),
    stderr: sink('err'),
    language: options.language ?? 'en',
    interrupted: options.interrupted ?? new AbortController().signal,
    out: () => written.out,
    err: () => written.err,
  }
}

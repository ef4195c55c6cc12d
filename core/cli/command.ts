import type { Readable, Writable } from 'node:stream'
import type { Language } from '../contract/error-texts.ts'
import type { Arguments, Syntax } from './arguments.ts'
import type { Words } from './language.ts'

/** What a command has of the world around it. */
export interface Terminal {
  /** Of the product. */
  readonly version: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(on: boolean): unknown }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
  readonly language: Language
  /** Aborted by SIGINT or SIGTERM, with the exit code as reason. */
  readonly interrupted: AbortSignal
}

export interface Command extends Syntax {
  readonly summary: Words
  /** In no list of commands. */
  readonly isHidden?: boolean
  /** Winds up by itself after a signal, within 3 s; others are left where they are. */
  readonly windsUp?: boolean
  /** Answers the exit code. */
  run(args: Arguments, terminal: Terminal): Promise<number>
}

/** Documented in `docs/cli.md`. */
export const EXIT = { ok: 0, failed: 1, usage: 2, limit: 3, refused: 4, interrupted: 130, terminated: 143 } as const

/** Of every command that lists. */
export const jsonOption = { json: { help: { en: 'print one JSON value', 'zh-CN': '输出一个 JSON 值' } } } as const

export const projectOption = {
  project: { value: 'DIR', help: { en: 'the project folder (default: the current one)', 'zh-CN': '项目文件夹（默认是当前文件夹）' } },
} as const

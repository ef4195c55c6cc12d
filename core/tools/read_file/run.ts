import { realpath, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Stats } from 'node:fs'
import { openRegularFile, type OpenedFile } from '../../platform/index.ts'
import type { Codec } from '../../media/index.ts'
import { contentHash } from '../files/content-hash.ts'
import { fileKind, type FileKind } from '../files/file-kind.ts'
import { locate, type Located } from '../files/locate.ts'
import { errorCode, fileFailure, missingFile } from '../files/missing.ts'
import { limits } from '../limits.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import type { ReadFileInput } from './definition.ts'
import { readFolder } from './read-folder.ts'
import { readMedia } from './read-media.ts'
import { parseNotebook, readCells, type Notebook } from './read-notebook.ts'
import { readText, type ReadText } from './read-text.ts'

export async function readFileTool(codec: Codec, input: ReadFileInput, context: ToolContext): Promise<ToolResult> {
  const located = locate(input.path, context.projectRoot)
  try {
    return await readAnything(codec, { input, located }, context)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw await missingFile(located, context.projectRoot)
    throw fileFailure(error, located.shown) ?? error
  }
}

async function readAnything(
  codec: Codec,
  { input, located }: Pick<Reading, 'input' | 'located'>,
  context: ToolContext,
): Promise<ToolResult> {
  const stats = await stat(located.absolute)
  if (stats.isDirectory()) return readFolder(located.absolute, located.shown)
  if (!stats.isFile()) throw refuseKind(located.shown, stats)
  const real = await realpath(located.absolute)
  if (isKernelPath(real)) throw refuseKind(located.shown, stats)
  const file = await openRegularFile(real)
  if (!file) throw refuseKind(located.shown, stats)
  try {
    return await readRegular(codec, { input, located, real, file }, context)
  } finally {
    await file.handle.close()
  }
}

interface Reading {
  input: ReadFileInput
  located: Located
  real: string
  file: OpenedFile
}

async function readRegular(codec: Codec, { input, located, real, file }: Reading, context: ToolContext): Promise<ToolResult> {
  const { shown } = located
  const kind = await kindOf(file)
  if (kind?.media) return readMedia(codec, { kind, file, shown, pages: input.pages }, context)
  if (kind) throw new ToolFailure(`${shown} is a binary file: ${kind.words}, ${file.stats.size} bytes. It is not read.`)
  const book = await notebookIn(file, shown)
  if (book) {
    context.seen.set(real, book.sha256)
    return readCells(codec, book.notebook, { offset: input.offset ?? 1, limit: input.limit ?? limits.read.lines, shown }, context)
  }
  const range = { offset: input.offset ?? 1, limit: input.limit ?? limits.read.lines, signal: context.signal }
  const read = await readText(file, range)
  if (!read) throw new ToolFailure(`${located.shown} is a binary file (${file.stats.size} bytes, unknown type); only text can be read.`)
  if (read.sha256 !== undefined) context.seen.set(real, read.sha256)
  const { window } = read
  if (range.offset > 1 && range.offset > window.totalLines) {
    throw new ToolFailure(`offset ${range.offset} is past the end: ${located.shown} has ${window.totalLines} lines.`)
  }
  return {
    content: [
      {
        type: 'text',
        text: [window.text, footer(read)]
          .filter((part) => part !== '')
          .join('\n')
          .toWellFormed(),
      },
    ],
    meta: { path: located.shown, count: window.lastLine - window.firstLine + 1, truncated: window.lastLine < window.totalLines },
  }
}

function footer({ window, encoding, partial }: ReadText): string {
  const inEncoding = encoding === 'utf-8' ? '' : `, encoding ${encoding}`
  if (window.totalLines === 0) return '(the file is empty)'
  const total = partial ? `more than ${window.totalLines}` : String(window.totalLines)
  if (window.lastLine === window.totalLines && !partial) return `(end of file, ${total} lines${inEncoding})`
  const why = window.stoppedBy === 'bytes' ? `; stopped at ${limits.read.bytes / 1024} KB` : ''
  return `(lines ${window.firstLine}-${window.lastLine} of ${total}${inEncoding}${why}; go on with offset=${window.lastLine + 1})`
}

async function kindOf({ handle }: OpenedFile): Promise<FileKind | undefined> {
  const head = Buffer.alloc(512)
  const { bytesRead } = await handle.read(head, 0, head.length, 0)
  return fileKind(head.subarray(0, bytesRead))
}

async function notebookIn({ handle, stats }: OpenedFile, shown: string): Promise<{ notebook: Notebook; sha256: string } | undefined> {
  if (extname(shown).toLowerCase() !== '.ipynb' || stats.size > limits.read.wholeBytes) return undefined
  const bytes = Buffer.alloc(stats.size)
  const { bytesRead } = await handle.read(bytes, 0, stats.size, 0)
  const whole = bytes.subarray(0, bytesRead)
  const notebook = parseNotebook(whole.toString('utf8'))
  return notebook && { notebook, sha256: contentHash(whole) }
}

/** Files the kernel makes up: reading some of them blocks or changes things. */
function isKernelPath(real: string): boolean {
  return /^\/(proc|sys)\//.test(real)
}

function refuseKind(shown: string, stats: Stats): ToolFailure {
  const kind = stats.isFIFO()
    ? 'a pipe'
    : stats.isSocket()
      ? 'a socket'
      : stats.isCharacterDevice() || stats.isBlockDevice()
        ? 'a device'
        : 'a file of the kernel'
  return new ToolFailure(`${shown} is ${kind}, not a regular file; it is not read.`)
}

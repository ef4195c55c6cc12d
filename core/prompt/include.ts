import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { decode } from '../frontmatter/index.ts'
import { isInside, isSecretFile } from '../permission/index.ts'
import { openRegularFile } from '../platform/index.ts'

const MAX_DEPTH = 5
/** Bytes of one file, and of all that one file brings along. */
const MAX_BYTES = 256 * 1024

interface Including {
  /** Real path; what is included lies inside. */
  readonly boundary: string
  /** `@path` in a line is an include too, as in `CLAUDE.md`. */
  readonly takesMentions: boolean
  /** Real paths from the first file to this one: what stands in it cannot be included again from here. */
  readonly stack: readonly string[]
  readonly room: { bytes: number }
}

/** A text file with all it includes in place; undefined when it is not there or not text. */
export async function readWithIncludes(
  file: string,
  { boundary, takesMentions }: Pick<Including, 'boundary' | 'takesMentions'>,
): Promise<string | undefined> {
  const read = await readText(file, boundary)
  if (typeof read === 'string') return undefined
  const room = { bytes: MAX_BYTES - Buffer.byteLength(read.text) }
  return expand(read.text, path.dirname(file), { boundary, takesMentions, stack: [read.real], room })
}

async function expand(text: string, folder: string, including: Including): Promise<string> {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined
    const included = fence === undefined && mark === undefined ? includesOf(line, including) : []
    const isOnlyInclude = included.length === 1 && /^\s*(@include\s|@)\S+\s*$/.test(line)
    if (!isOnlyInclude) lines.push(line)
    for (const target of included) lines.push(await include(target, folder, including))
  }
  return lines.join('\n')
}

/** Paths a line includes. */
function includesOf(line: string, { takesMentions }: Including): string[] {
  const directive = /^\s*@include\s+(?:"([^"]+)"|(\S.*?))\s*$/.exec(line)
  if (directive) return [directive[1] ?? directive[2] ?? '']
  if (!takesMentions) return []
  const plain = line.replaceAll(/`[^`]*`/g, '')
  return [...plain.matchAll(/(?<=^|[\s([])@((?:\.{1,2}\/|~\/)?[\p{L}\p{N}_][^\s,;:)\]]*)/gu)].map(([, target = '']) =>
    target.replace(/(?<!\.)\.+$/, ''),
  )
}

async function include(target: string, folder: string, including: Including): Promise<string> {
  const { boundary, stack, room } = including
  const leftOut = (why: string): string => `<!-- ${commentSafe(target)} is left out: ${why} -->`
  if (stack.length > MAX_DEPTH) return leftOut(`more than ${MAX_DEPTH} files deep`)
  const file = path.resolve(folder, target)
  const read = await readText(file, boundary)
  if (typeof read === 'string') return leftOut(read)
  if (stack.includes(read.real)) return leftOut('it includes itself')
  const bytes = Buffer.byteLength(read.text)
  if (bytes > room.bytes) return leftOut('too much is included')
  room.bytes -= bytes
  return expand(read.text.trimEnd(), path.dirname(file), { ...including, stack: [...stack, read.real] })
}

/** The text, or why there is none. Links count as the place they lead to. */
async function readText(file: string, boundary: string): Promise<{ text: string; real: string } | string> {
  const real = await realpath(file).catch(() => undefined)
  if (real === undefined) return isInside(path.resolve(file), boundary) ? 'no such file' : 'outside the project'
  if (!isInside(real, boundary)) return 'outside the project'
  if (isSecretFile(real)) return 'it may hold secrets'
  const opened = await openRegularFile(real).catch(() => undefined)
  if (!opened) return 'not a text file'
  try {
    if (opened.stats.size > MAX_BYTES) return 'larger than 256 KB'
    const text = decode(await opened.handle.readFile())
    return text === undefined ? 'not a text file' : { text, real }
  } finally {
    await opened.handle.close()
  }
}

function commentSafe(target: string): string {
  return target.replaceAll(/--+>?|[\r\n]/g, ' ').slice(0, 200)
}

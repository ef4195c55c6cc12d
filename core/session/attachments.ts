import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../base/ids.ts'
import { Attachment } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { AttachmentMedia, AttachmentText } from '../contract/messages.ts'
import { mediaLimits, type Codec, type MediaTrouble } from '../media/index.ts'
import { fileKind } from '../tools/index.ts'

/** Text goes into every request of the session; more is better put into the project. */
const TEXT_BYTES = 1_048_576

interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Refuses what cannot be attached by its size and first bytes, before anything is kept. `AppError('files.too_large' | 'files.unsupported')`. */
export function checkAttachment(file: GivenFile): void {
  const limit = kindOf(file) === 'text' ? TEXT_BYTES : mediaLimits.fileBytes
  if (file.bytes.length > limit) throw tooLarge(file.name, limit)
  if (kindOf(file) === 'text') textOf(file)
}

/** Keeps a file that waits to be sent: text as it is, images and PDFs as vendors take them. `AppError('files.*')`. */
export async function keepAttachment(codec: Codec, sessionDir: string, file: GivenFile): Promise<Attachment> {
  if (file.bytes.length === 0) throw new AppError('files.empty', { params: { name: file.name } })
  checkAttachment(file)
  const name = path.basename(file.name)
  const attachmentId = newId()
  const folder = path.join(sessionDir, 'attachments')
  const kind = kindOf(file)
  if (kind === 'text') {
    await mkdir(path.join(folder, attachmentId), { recursive: true, mode: 0o700 })
    await writeFile(path.join(folder, attachmentId, name), textOf(file), { mode: 0o600 })
    return { attachmentId, name, size: file.bytes.length }
  }
  const bytes = Buffer.from(file.bytes)
  const read = kind === 'image' ? await codec.image(bytes, { sessionDir }) : await codec.pdf(bytes, { sessionDir, name })
  if ('trouble' in read) throw troubleOf(read.trouble, name)
  const attachment = Attachment.parse({ attachmentId, name, size: file.bytes.length, media: read.ok })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(mediaFile(folder, attachmentId), JSON.stringify(attachment), { mode: 0o600 })
  return attachment
}

/** Kept attachments by their ids, in that order. `AppError('files.attachment_missing')` for an id that was not kept here. */
export function readAttachments(sessionDir: string, ids: readonly string[]): Promise<(AttachmentText | AttachmentMedia)[]> {
  return Promise.all(ids.map((id) => readAttachment(path.join(sessionDir, 'attachments'), id)))
}

async function readAttachment(folder: string, attachmentId: string): Promise<AttachmentText | AttachmentMedia> {
  // Ids come from a window; only our own form may become part of a path.
  if (!/^[0-9a-f-]{36}$/.test(attachmentId)) throw new AppError('files.attachment_missing')
  const shown = await readFile(mediaFile(folder, attachmentId), 'utf8').catch(() => undefined)
  if (shown !== undefined) {
    const { media, ...about } = Attachment.parse(JSON.parse(shown))
    if (media) return { ...about, media }
  }
  const own = path.join(folder, attachmentId)
  const [name] = await readdir(own).catch((cause: unknown) => {
    throw new AppError('files.attachment_missing', { cause })
  })
  if (name === undefined) throw new AppError('files.attachment_missing')
  const bytes = await readFile(path.join(own, name))
  return { attachmentId, name, size: bytes.length, text: bytes.toString('utf8') }
}

/** What it is; its bytes lie with the session's others. */
function mediaFile(folder: string, attachmentId: string): string {
  return path.join(folder, `${attachmentId}.json`)
}

function kindOf({ bytes }: GivenFile): 'text' | 'image' | 'pdf' {
  return fileKind(Buffer.from(bytes.subarray(0, 512)))?.media ?? 'text'
}

/** UTF-8, with or without its mark. */
function textOf({ name, bytes }: GivenFile): string {
  if (bytes.includes(0)) throw new AppError('files.unsupported', { params: { name } })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('files.unsupported', { params: { name }, cause })
  }
}

function tooLarge(name: string, limit: number): AppError {
  return new AppError('files.too_large', { params: { name, limit: `${limit / 1_048_576} MB` } })
}

function troubleOf(trouble: MediaTrouble, name: string): AppError {
  switch (trouble.kind) {
    case 'too_large':
      return tooLarge(name, mediaLimits.fileBytes)
    case 'too_many_pixels':
      return new AppError('files.too_many_pixels', { params: { name, limit: String(mediaLimits.pixels / 1_000_000) } })
    case 'too_many_pages':
      return new AppError('files.too_many_pages', { params: { name, pages: String(trouble.total), limit: String(mediaLimits.pages) } })
    case 'encrypted':
      return new AppError('files.locked', { params: { name } })
    case 'broken':
    case 'timeout':
    case 'no_such_pages':
      return new AppError('files.damaged', { params: { name } })
  }
}

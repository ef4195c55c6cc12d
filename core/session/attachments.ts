import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../base/ids.ts'
import { AppError } from '../contract/errors.ts'
import type { AttachmentText } from '../contract/messages.ts'
import { fileKind } from '../tools/index.ts'

const MAX_BYTES = 1_048_576

/**
 * The text of a file that is to be attached: UTF-8, with or without its mark.
 * `AppError('files.too_large' | 'files.unsupported')`.
 */
export function attachmentText(name: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new AppError('files.too_large', { params: { name, limit: '1 MB' } })
  // A small PDF may consist of letters alone; it is no text all the same.
  const isOfLaterKind = fileKind(Buffer.from(bytes.subarray(0, 512)))?.later ?? false
  if (isOfLaterKind || bytes.includes(0)) throw new AppError('files.unsupported', { params: { name } })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('files.unsupported', { params: { name }, cause })
  }
}

/** Keeps a text file that waits to be sent; answers its id. */
export async function keepAttachment(sessionDir: string, { name, text }: { name: string; text: string }): Promise<string> {
  const attachmentId = newId()
  const folder = path.join(sessionDir, 'attachments', attachmentId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, path.basename(name)), text, { mode: 0o600 })
  return attachmentId
}

/** Kept attachments by their ids, in that order. `AppError('files.attachment_missing')` for an id that was not kept here. */
export function readAttachments(sessionDir: string, ids: readonly string[]): Promise<AttachmentText[]> {
  return Promise.all(ids.map((id) => readAttachment(sessionDir, id)))
}

async function readAttachment(sessionDir: string, attachmentId: string): Promise<AttachmentText> {
  // Ids come from a window; only our own form may become part of a path.
  if (!/^[0-9a-f-]{36}$/.test(attachmentId)) throw new AppError('files.attachment_missing')
  const folder = path.join(sessionDir, 'attachments', attachmentId)
  const [name] = await readdir(folder).catch((cause: unknown) => {
    throw new AppError('files.attachment_missing', { cause })
  })
  if (name === undefined) throw new AppError('files.attachment_missing')
  const bytes = await readFile(path.join(folder, name))
  return { attachmentId, name, size: bytes.length, text: bytes.toString('utf8') }
}

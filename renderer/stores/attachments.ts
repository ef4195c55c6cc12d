import { defineStore } from 'pinia'
import type { Attachment } from '../../core/contract/common.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { listFolder } from '../lib/folder-listing.ts'
import { refusalByContent, refusalByName, type FileRefusal } from '../lib/file-kinds.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useDraftsStore } from './drafts.ts'
import { useSessionsStore } from './sessions.ts'

export interface DroppedFile {
  readonly file: File
  /** Of a folder; can only be had while the drop's event runs. */
  readonly folder?: FileSystemDirectoryEntry | undefined
}

/** What became of a file that was dropped or pasted. */
export type TakenFile =
  | { readonly kind: 'reference'; readonly path: string }
  | ({ readonly kind: 'attachment' } & Attachment)
  /** Lies elsewhere on this machine than in the project: nobody but the person says that it may go into a message. */
  | { readonly kind: 'outside'; readonly path: string; readonly dropped: DroppedFile }
  | { readonly kind: 'refused'; readonly name: string; readonly size: number; readonly why: FileRefusal }
  | { readonly kind: 'failed'; readonly name: string; readonly size: number; readonly error: WireError }

/** As many as a turn takes. */
const MOST_FILES = 50

/** Brings files into a message: the project's own by reference, others by upload; of a folder its listing. */
export const useAttachmentsStore = defineStore('attachments', () => {
  const { client, files, pathForFile } = useConnection()
  const sessions = useSessionsStore()
  const drafts = useDraftsStore()
  /** What was uploaded from this page: session, name and digest of the bytes → attachment. */
  const uploaded = new Map<string, string>()

  /** `mayCopy`: the person has been asked about what lies outside. */
  async function take(dropped: DroppedFile, mayCopy = false): Promise<TakenFile> {
    const { file, folder } = dropped
    const about = { name: file.name, size: file.size }
    const path = pathForFile(file)
    try {
      if (folder) return await takeFolder(dropped, folder, mayCopy)
      const why = refusalByName(file)
      if (why) return { kind: 'refused', ...about, why }
      const own = path === undefined ? undefined : await client.files.reference({ path })
      if (own && own.path !== null && !own.isMedia) return { kind: 'reference', path: own.path }
      if (path !== undefined && own?.path === null && !mayCopy) return { kind: 'outside', path, dropped }
      const trouble = await refusalByContent(file)
      if (trouble) return { kind: 'refused', ...about, why: trouble }
      return await upload(file)
    } catch (failure) {
      if (failure instanceof DOMException) return { kind: 'refused', ...about, why: 'unreadable' }
      return { kind: 'failed', ...about, error: failureOf(failure) }
    }
  }

  async function takeFolder(dropped: DroppedFile, folder: FileSystemDirectoryEntry, mayCopy: boolean): Promise<TakenFile> {
    const { paths, hasMore } = await listFolder(folder)
    const path = pathForFile(dropped.file)
    const own = await client.drafts.folder({ name: folder.name, paths: [...paths], ...(path !== undefined && { path }) })
    if (own.path !== null) return { kind: 'reference', path: own.path }
    if (path !== undefined && !mayCopy) return { kind: 'outside', path, dropped }
    const words = [`Folder ${path ?? folder.name}, outside the project. What lies in it:`, ...paths, ...(hasMore ? ['… and more'] : [])]
    return upload(new File([words.join('\n')], `${folder.name} (folder).txt`, { type: 'text/plain' }))
  }

  async function upload(file: File): Promise<TakenFile> {
    const sessionId = await sessions.ensure()
    const own = drafts.get(sessionId).attachments
    if (own.length >= MOST_FILES) return { kind: 'refused', name: file.name, size: file.size, why: 'many' }
    const key = `${sessionId} ${file.name} ${await digestOf(file)}`
    const earlier = uploaded.get(key)
    if (own.some(({ attachmentId }) => attachmentId === earlier)) return { kind: 'refused', name: file.name, size: file.size, why: 'twice' }
    const { path } = await client.files.ticket({ kind: 'upload', sessionId, name: file.name, size: file.size })
    const answer = await files.put(path, file)
    if (!isDropResult(answer)) throw new Error(`Unknown answer to an upload: ${JSON.stringify(answer)}`)
    if (answer.kind === 'attachment') uploaded.set(key, answer.attachmentId)
    return answer
  }

  /** The whole text of an attachment of the shown session. */
  async function read(attachmentId: string): Promise<string> {
    const { path } = await client.drafts.attachment({ sessionId: await sessions.ensure(), attachmentId })
    return files.get(path)
  }

  return { take, read }
})

async function digestOf(file: Blob): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())).join('.')
}

type DropResult = Extract<TakenFile, { kind: 'reference' | 'attachment' }>

function isDropResult(value: unknown): value is DropResult {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'reference' ? 'path' in value : value.kind === 'attachment' && 'attachmentId' in value
}

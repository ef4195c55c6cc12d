import { defineStore } from 'pinia'
import type { Attachment } from '../../core/contract/common.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { refusalByContent, refusalByName, type FileRefusal } from '../lib/file-kinds.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useSessionsStore } from './sessions.ts'

export interface DroppedFile {
  readonly file: File
  readonly isFolder: boolean
}

/** What became of a file that was dropped or pasted. */
export type TakenFile =
  | { readonly kind: 'reference'; readonly path: string }
  | ({ readonly kind: 'attachment' } & Attachment)
  | { readonly kind: 'refused'; readonly name: string; readonly size: number; readonly why: FileRefusal }
  | { readonly kind: 'failed'; readonly name: string; readonly size: number; readonly error: WireError }

/** Brings files into a message: the project's own by reference, other text by upload. */
export const useAttachmentsStore = defineStore('attachments', () => {
  const { client, files, pathForFile } = useConnection()
  const sessions = useSessionsStore()

  async function take({ file, isFolder }: DroppedFile): Promise<TakenFile> {
    const about = { name: file.name, size: file.size }
    try {
      const why = isFolder ? 'folder' : refusalByName(file)
      if (why) return { kind: 'refused', ...about, why }
      const reference = await referenceTo(file)
      if (reference) return { kind: 'reference', path: reference }
      const trouble = await refusalByContent(file)
      if (trouble) return { kind: 'refused', ...about, why: trouble }
      return await upload(file)
    } catch (failure) {
      return { kind: 'failed', ...about, error: failureOf(failure) }
    }
  }

  async function referenceTo(file: File): Promise<string | undefined> {
    const path = pathForFile(file)
    if (path === undefined) return undefined
    return (await client.files.reference({ path })).path ?? undefined
  }

  async function upload(file: File): Promise<TakenFile> {
    const sessionId = await sessions.ensure()
    const { path } = await client.files.ticket({ kind: 'upload', sessionId, name: file.name, size: file.size })
    const answer = await files.put(path, file)
    if (!isDropResult(answer)) throw new Error(`Unknown answer to an upload: ${JSON.stringify(answer)}`)
    return answer
  }

  return { take }
})

type DropResult = Extract<TakenFile, { kind: 'reference' | 'attachment' }>

function isDropResult(value: unknown): value is DropResult {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'reference' ? 'path' in value : value.kind === 'attachment' && 'attachmentId' in value
}

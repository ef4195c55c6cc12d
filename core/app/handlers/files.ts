import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentText } from '../../contract/content-text.ts'
import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { mediaLimits, readAudioType, readBlob, readImageHeader } from '../../media/index.ts'
import { isInside } from '../../permission/index.ts'
import { keepAttachment } from '../../session/index.ts'
import { fetchPicture, fileKind } from '../../tools/index.ts'
import { findSameFile, referenceTo } from '../../workspace/index.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import type { MediaFile } from '../types.ts'
import { openFileHandlers } from './open-files.ts'

export function fileHandlers(services: Services): RpcHandlers['files'] {
  const { storage, tickets, sessionsDir, codec, web } = services
  return {
    async ticket(input, { caller }) {
      if (input.kind === 'web') {
        const read = (): Promise<MediaFile> => fetchPicture(input.url, web, new AbortController().signal)
        return { path: tickets.issue({ kind: 'blob', read }) }
      }
      const sessionId = ownSession(services, caller, input.sessionId)
      const sessionDir = path.join(sessionsDir, sessionId)
      if (input.kind === 'output') {
        const { toolCallId } = input
        return { path: tickets.issue({ kind: 'output', read: () => wholeOutput(services, { sessionId, sessionDir, toolCallId }) }) }
      }
      if (input.kind === 'blob') {
        const { blobId } = input
        return { path: tickets.issue({ kind: 'blob', read: () => mediaFile(sessionDir, blobId) }) }
      }
      const limit = mediaLimits.fileBytes
      if (input.size > limit) throw new AppError('files.too_large', { params: { name: input.name, limit: `${limit / 1_048_576} MB` } })
      const project = projectOf(services, caller)
      return {
        path: tickets.issue({
          kind: 'upload',
          name: path.basename(input.name),
          async keep({ name, bytes }) {
            // A reference is read as text: a picture would not reach the model, and a damaged one nobody would hear of.
            const own = isMediaHead(bytes.subarray(0, HEAD_BYTES)) ? undefined : await findSameFile(project.path, { name, bytes })
            if (own !== undefined) return { kind: 'reference', path: own }
            return { kind: 'attachment', ...(await keepAttachment(codec, sessionDir, { name, bytes })) }
          },
        }),
      }
    },
    async reference({ path: file }, { caller }) {
      const { path: root } = projectOf({ storage }, caller)
      const own = await referenceTo(path.resolve(root, file), root)
      if (own === undefined) return { path: null }
      return (await isMedia(path.join(root, own))) ? { path: own, isMedia: true } : { path: own }
    },
    ...openFileHandlers(services),
  }
}

/** Its type is told by its bytes: a page must not be led to run what a model had read. */
async function mediaFile(sessionDir: string, blobId: string): Promise<MediaFile> {
  const bytes = await readBlob(sessionDir, blobId)
  if (!bytes) throw new AppError('files.attachment_missing')
  return { type: readImageHeader(bytes)?.mediaType ?? readAudioType(bytes) ?? 'application/pdf', bytes: new Uint8Array(bytes) }
}

/** The spilled text where there is one, else what the result holds. */
async function wholeOutput(
  { storage }: Services,
  { sessionId, sessionDir, toolCallId }: { sessionId: string; sessionDir: string; toolCallId: string },
): Promise<string> {
  const result = storage.messages.toolResult(sessionId, toolCallId)
  if (!result) throw new AppError('files.no_output')
  const { spillPath } = result.meta
  if (spillPath === undefined) return contentText(result.content)
  const full = path.resolve(sessionDir, spillPath)
  // The record is ours, yet a path in it opens nothing outside the session's own folder.
  if (!isInside(full, sessionDir)) throw new AppError('files.no_output')
  return readFile(full, 'utf8').catch((cause: unknown) => {
    throw new AppError('files.no_output', { cause })
  })
}

/** Of a file; what kind it is stands in its first bytes. */
const HEAD_BYTES = 512

async function isMedia(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return isMediaHead(buffer.subarray(0, bytesRead))
}

function isMediaHead(head: Uint8Array): boolean {
  return fileKind(Buffer.from(head))?.media !== undefined
}

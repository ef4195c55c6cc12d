import type { CheckpointRepository, NewFileChange } from '../storage/checkpoint-types.ts'
import { contentHash, ToolFailure } from '../tools/index.ts'
import { firstMissingFolder, readState, type FileState } from './file-state.ts'
import { keepPreImage } from './pre-images.ts'

export interface SessionPlace {
  readonly id: string
  /** `MEWCODE_HOME/sessions/<id>`. */
  readonly dir: string
  /** Holds a provider's key: such a content is not copied, so the file cannot be brought back to it. */
  isSecret(bytes: Uint8Array): boolean
}

export type ChangeSource = Pick<NewFileChange, 'turnId' | 'toolCallId' | 'rewindId'>

/**
 * To be called with the file's lock held, right before the file becomes `after` (undefined: it is deleted). On return what it
 * was is kept, so that `kill -9` between this and the write loses nothing. Rejects with the system's error: then do not write.
 */
export async function recordChange(
  checkpoints: CheckpointRepository,
  session: SessionPlace,
  { path, after, source }: { path: string; after: Uint8Array | undefined; source: ChangeSource },
): Promise<void> {
  const state = await readState(path)
  await keepState(checkpoints, session, { path, state, afterHash: after === undefined ? null : contentHash(after), source })
}

export async function keepState(
  checkpoints: CheckpointRepository,
  session: SessionPlace,
  { path, state, afterHash, source }: { path: string; state: FileState; afterHash: string | null; source: ChangeSource },
): Promise<void> {
  // Tools resolve links and refuse what they cannot read whole; something has been swapped since.
  if (state.kind === 'other' || (state.kind === 'file' && state.hash === null))
    throw new ToolFailure(`${path} was replaced by something else meanwhile; nothing was changed.`)
  if (state.kind === 'file' && state.hash !== null && !session.isSecret(state.bytes))
    await keepPreImage(session.dir, state.bytes, state.hash)
  checkpoints.addChange(session.id, {
    ...source,
    path,
    beforeHash: state.kind === 'file' ? state.hash : null,
    beforeMode: state.kind === 'file' ? state.mode : null,
    afterHash,
    madeFolder: state.kind === 'absent' ? await firstMissingFolder(path) : null,
  })
}

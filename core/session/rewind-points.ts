import type { RewindPoint } from '../contract/rewind.ts'
import type { CheckpointRepository, RewindRecord } from '../storage/checkpoint-types.ts'

const TEXT_CHARS = 300
const PAGE = 50

/** Prompts of the conversation, and rewinds and reverts done between them, newest first. `before`: a prompt's id. */
export async function rewindPoints(
  checkpoints: CheckpointRepository,
  sessionId: string,
  before: string | undefined,
): Promise<{ points: RewindPoint[]; hasMore: boolean }> {
  const prompts = checkpoints.prompts(sessionId, before)
  const changes: { n: number; messageN: number; path: string }[] = []
  for await (const { n, messageN, path } of checkpoints.changes(sessionId)) changes.push({ n, messageN, path })
  const countSince = (isSince: (change: { n: number; messageN: number }) => boolean): number =>
    new Set(changes.filter(isSince).map(({ path }) => path)).size
  const hasMore = prompts.length === PAGE
  const until = before === undefined ? Number.MAX_SAFE_INTEGER : (checkpoints.prompt(sessionId, before)?.message.createdAt ?? 0)
  const from = hasMore ? (prompts.at(-1)?.message.createdAt ?? 0) : 0
  const rewinds = checkpoints.rewinds(sessionId, until).filter(({ createdAt }) => createdAt >= from)
  const points: RewindPoint[] = [
    ...prompts.map(({ message, n }) => ({
      messageId: message.id,
      kind: 'prompt' as const,
      text: message.text.slice(0, TEXT_CHARS),
      what: 'both' as const,
      at: message.createdAt,
      files: countSince((change) => change.messageN >= n),
    })),
    ...rewinds.map((rewind) => ({
      messageId: rewind.id,
      kind: rewind.kind,
      text: '',
      what: covers(rewind),
      at: rewind.createdAt,
      files: countSince((change) => change.n > rewind.changeN),
    })),
  ]
  return { points: points.toSorted((a, b) => b.at - a.at), hasMore }
}

function covers({ what }: RewindRecord): RewindPoint['what'] {
  return what === 'hunk' ? 'files' : what
}

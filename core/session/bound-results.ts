import type { TurnDeps } from '../agent/index.ts'
import { createResultRoom, keepResult, makeSpillRoom, previewOf } from '../compact/index.ts'
import { contentText } from '../contract/content-text.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/** Long results enter the conversation as a preview; the whole text lies with the session, where `read_file` opens it unasked. */
export function createBoundResults({ redact, log }: SessionDeps, live: LiveSession): TurnDeps['boundResults'] {
  return (calls) => {
    const room = createResultRoom(calls)
    return async (toolCallId, { content, meta }) => {
      const text = redact(contentText(content))
      if (room.fits(Buffer.byteLength(text))) return { content, meta }
      const media = content.filter(({ type }) => type !== 'text')
      try {
        // A command has kept its output already, and more of it.
        const spillPath = meta.spillPath ?? (await keepResult(live.dir, { toolCallId, text }))
        await makeSpillRoom(live.dir)
        return { content: [{ type: 'text', text: previewOf(text, spillPath) }, ...media], meta: { ...meta, spillPath, truncated: true } }
      } catch (error) {
        log.log('warn', 'session', 'result not kept', { toolCallId, detail: String(error) })
        return { content: [{ type: 'text', text: previewOf(text, undefined) }, ...media], meta: { ...meta, truncated: true } }
      }
    }
  }
}

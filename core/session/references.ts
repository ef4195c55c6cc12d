import { stat } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../base/ids.ts'
import { contentText } from '../contract/content-text.ts'
import type { UserMessage } from '../contract/messages.ts'
import { ToolFailure } from '../tools/index.ts'
import { readMentions, readResourceMentions, type Mention } from '../workspace/index.ts'
import { check } from './gate.ts'
import type { LiveSession } from './live-session.ts'
import { toolContexts } from './tool-context.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

/** Bytes. A larger file is read by the model itself, in the parts it needs. */
const MAX_ATTACHED = 20 * 1024
/** Bytes of all that one prompt brings along. */
const MAX_TOTAL = 100 * 1024

/** A disk that takes longer is not waited for. */
const READ_MS = 5_000

type Attached = UserMessage['attachments'][number]

/**
 * Files and folders a prompt names with `@`, as `read_file` shows them: those that are small and that permission lets be
 * read without a question. The others stay words in the prompt.
 */
export async function readReferences(
  deps: SessionDeps,
  live: LiveSession,
  { runtime, text }: { runtime: TurnRuntime; text: string },
): Promise<Attached[]> {
  const attached: Attached[] = []
  let room = MAX_TOTAL
  for (const mention of readMentions(text)) {
    const one = await readReference(deps, live, { runtime, mention })
    if (!one || one.size > Math.min(room, MAX_ATTACHED)) continue
    room -= one.size
    attached.push(one)
  }
  return attached
}

/** What a prompt names of MCP servers. One that cannot be had is an error: the person meant it to be there. */
export async function readResources(deps: SessionDeps, live: LiveSession, text: string): Promise<Attached[]> {
  const attached: Attached[] = []
  for (const mention of readResourceMentions(text)) {
    attached.push(...((await deps.readResource(live.projectRoot, mention, live.dir)) ?? []))
  }
  return attached
}

async function readReference(
  deps: SessionDeps,
  live: LiveSession,
  { runtime, mention }: { runtime: TurnRuntime; mention: Mention },
): Promise<Attached | undefined> {
  const { path: file, lines } = mention
  const tool = deps.toolsFor(live.projectRoot).get('read_file')
  const found = await stat(path.resolve(live.workRoot, file)).catch(() => undefined)
  if (!tool || !found || (found.isFile() && !lines && found.size > MAX_ATTACHED)) return undefined
  const input = { path: file, ...(lines && { offset: lines.from, limit: Math.min(2_000, lines.to - lines.from + 1) }) }
  const toolCallId = newId()
  const { decision } = await check({ live, permission: runtime.permission }, { tool, toolCallId, input })
  if (decision !== 'allow') return undefined
  const context = toolContexts(deps, live, { runtime })(toolCallId, AbortSignal.timeout(READ_MS), () => undefined)
  try {
    const { content } = await tool.run(input, context)
    const text = deps.redact(contentText(content))
    const name = lines ? `${file}:${lines.from}-${lines.to}` : file
    return { attachmentId: toolCallId, name, size: Buffer.byteLength(text), text }
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
}

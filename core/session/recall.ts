import { contentText } from '../contract/content-text.ts'
import type { ToolCallPart } from '../contract/messages.ts'
import type { CompactDeps } from '../compact/index.ts'
import { ToolFailure, type Tool } from '../tools/index.ts'
import type { CompactionPlace } from './compaction.ts'
import { createGate } from './gate.ts'
import type { LiveSession } from './live-session.ts'
import { toolContexts } from './tool-context.ts'
import type { SessionDeps } from './types.ts'

/** Files the model has read, read again: through the same tool and the same permission, except that nobody is asked. */
export function createRecall(
  deps: SessionDeps,
  live: LiveSession,
  { runtime, turnId, signal }: CompactionPlace,
): Pick<CompactDeps, 'pathOf' | 'read'> {
  const contextFor = toolContexts(deps, live, { runtime })
  const contextOf = (toolCallId: string) => contextFor(toolCallId, signal, () => undefined)
  const decide = createGate({
    live,
    waiting: deps.storage.waiting,
    turnId,
    permission: runtime.permission,
    headless: true,
    forbids: deps.forbids,
    // What was read once is not asked about anew.
    hooks: undefined,
    contextFor: contextOf,
  })

  return {
    pathOf(call) {
      const reading = readingOf(deps.toolsFor(live.projectRoot), call)
      return reading?.tool.reads?.(reading.input)
    },
    async read(call) {
      const reading = readingOf(deps.toolsFor(live.projectRoot), call)
      if (!reading || signal.aborted) return undefined
      const { toolCallId } = call
      const decision = await decide({ ...reading, toolCallId }, signal, undefined)
      if (decision.kind !== 'run') return undefined
      try {
        const { content } = await reading.tool.run(reading.input, contextOf(toolCallId))
        return deps.redact(contentText(content))
      } catch (error) {
        // Gone, or a folder by now: then there is nothing to give again.
        if (error instanceof ToolFailure || signal.aborted) return undefined
        throw error
      }
    },
  }
}

function readingOf(tools: ReadonlyMap<string, Tool>, call: ToolCallPart): { tool: Tool; input: unknown } | undefined {
  const tool = tools.get(call.name)
  if (!tool?.reads) return undefined
  const { success, data } = tool.input.safeParse(call.input)
  return success ? { tool, input: data } : undefined
}

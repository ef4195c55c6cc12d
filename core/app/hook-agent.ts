import type { Agents, Runs } from '../agents/index.ts'
import { AppError } from '../contract/errors.ts'
import type { RunSubagent } from '../hooks/index.ts'
import type { Storage } from '../storage/types.ts'

/** Agents that hooks start: each on a card of its own, in the conversation whose event started it. */
export function createHookAgent({ storage, agents, runs }: { storage: Storage; agents: Agents; runs: Runs }): RunSubagent {
  return async ({ agentName, prompt, payload, place, signal, onStart }) => {
    const session = storage.sessions.get(place.agent?.id ?? place.sessionId)
    // A payload that is only tried belongs to no conversation.
    if (!session) throw new AppError('hook.no_agents')
    const run = await agents.start({
      projectId: session.projectId,
      parentId: session.id,
      by: 'agent',
      type: agentName,
      prompt: `${prompt}\n\n<event>\n${payload}\n</event>`,
      description: `hook: ${agentName}`,
      model: undefined,
      isBackground: false,
      name: '',
      toolCallId: '',
    })
    onStart(run.id)
    const stop = (): void => void runs.stop(run.id, 'system')
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      const { status, text, error } = await runs.whileWaiting(session.id, run.ended)
      if (status === 'completed') return text
      throw new Error(error?.message ?? `the agent was ${status}`)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

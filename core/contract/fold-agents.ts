import { addUsage } from './add-usage.ts'
import type { SessionEvent, SessionEventOf } from './events.ts'
import type { AgentView, SessionView } from './view.ts'

/** More are not shown in a conversation; the board has them all. */
const AGENTS = 50
/** Of one agent; the newest stay. */
const CALLS = 50
/** What an agent said last, in characters. */
const TEXT_TAIL = 2_000
/** Longer arguments are the agent's own transcript's. */
const INPUT_CHARS = 1_000

type Changes = Partial<SessionView>

/** The event is an agent's of this conversation, which has steps of its own. */
export function isOfAgent(view: SessionView, { agentId }: SessionEvent): boolean {
  return agentId !== undefined && agentId !== view.session.id
}

/** What an agent does changes its own card, never the conversation's rows; what it asks waits with the conversation's own. */
export function agentChanges(view: SessionView, event: SessionEvent): Changes {
  const agentId = event.agentId ?? ''
  switch (event.type) {
    case 'step.started':
      return onAgent(view, agentId, (agent) => ({ ...agent, step: event.step, text: '' }))
    case 'text.delta':
      return onAgent(view, agentId, (agent) => ({ ...agent, text: (agent.text + event.text).slice(-TEXT_TAIL) }))
    case 'stream.discarded':
      return onAgent(view, agentId, (agent) => ({ ...agent, text: '' }))
    case 'tool.requested': {
      const { toolCallId, name, category } = event
      const input = JSON.stringify(event.input ?? null).length <= INPUT_CHARS ? event.input : {}
      const call = { toolCallId, name, input, category, state: 'running' as const }
      return onAgent(view, agentId, (agent) => ({ ...agent, calls: [...agent.calls, call].slice(-CALLS) }))
    }
    case 'usage':
      return { agentsTotal: addUsage(view.agentsTotal, event) }
    case 'tool.finished':
      return onCall(view, event, event.isError ? 'failed' : 'done')
    case 'approval.requested': {
      const { type: _type, seq: _seq, ts: _ts, sessionId: _session, turnId: _turn, ...approval } = event
      return { ...onCall(view, event, 'waiting'), ...asking({ ...view, approvals: [...view.approvals, approval] }) }
    }
    case 'approval.resolved': {
      const approvals = view.approvals.filter(({ approvalId }) => approvalId !== event.approvalId)
      return { ...onCall(view, event, 'running'), ...asking({ ...view, approvals }) }
    }
    case 'question.requested':
      return asking({ ...view, questions: [...view.questions, { ...event.question, agentId }] })
    case 'question.resolved':
      return asking({ ...view, questions: view.questions.filter(({ questionId }) => questionId !== event.questionId) })
    default:
      return {}
  }
}

/** The card of an agent as it is now. */
export function taskUpdated(view: SessionView, { task }: SessionEventOf<'task.updated'>): Changes {
  if (task.run === 0) return {}
  const known = view.agents.some(({ agentId }) => agentId === task.id)
  if (known) return onAgent(view, task.id, (agent) => ({ ...agent, task }))
  const agent: AgentView = { agentId: task.id, task, step: 0, text: '', calls: [] }
  return { agents: [...view.agents, agent].slice(-AGENTS) }
}

/** What a turn that ended leaves waiting: what agents ask. */
export function askedByAgents({ session, approvals, questions }: SessionView): Pick<SessionView, 'approvals' | 'questions'> {
  const isTheirs = ({ agentId }: { agentId?: string | undefined }): boolean => agentId !== undefined && agentId !== session.id
  return { approvals: approvals.filter(isTheirs), questions: questions.filter(isTheirs) }
}

function asking({ session, approvals, questions }: SessionView): Changes {
  return { approvals, questions, session: { ...session, waiting: approvals.length + questions.length } }
}

function onAgent({ agents }: SessionView, agentId: string, change: (agent: AgentView) => AgentView): Changes {
  const index = agents.findLastIndex((agent) => agent.agentId === agentId)
  const agent = agents[index]
  return agent ? { agents: agents.with(index, change(agent)) } : {}
}

function onCall(
  view: SessionView,
  { agentId = '', toolCallId }: { agentId?: string | undefined; toolCallId: string },
  state: AgentView['calls'][number]['state'],
): Changes {
  return onAgent(view, agentId, (agent) => ({
    ...agent,
    calls: agent.calls.map((call) => (call.toolCallId === toolCallId ? { ...call, state } : call)),
  }))
}

import type { Approval } from '../../contract/events.ts'
import type { WaitingApproval } from '../../contract/sessions.ts'
import type { SessionRecord } from '../../storage/types.ts'
import type { LiveSession } from '../live-session.ts'
import type { SessionDeps } from '../types.ts'
import { keptApprovals } from './kept.ts'

const SUBJECT_CHARS = 300

type Deps = Pick<SessionDeps, 'storage' | 'toolsFor'>

/** What waits for a person, oldest first: here, in another process, or for a turn to be taken up again. */
export function listApprovals(
  deps: Deps,
  { lives, projectId }: { lives: ReadonlyMap<string, LiveSession>; projectId: string | undefined },
): WaitingApproval[] {
  const { waiting, leases, sessions, projects } = deps.storage
  return waiting.approvals(projectId).flatMap(({ approval, sessionId, askedAt }) => {
    const session = sessions.get(sessionId)
    const project = session && projects.get(session.projectId)
    if (!project) return []
    const running = lives.get(sessionId)?.turn !== undefined || leases.heldElsewhere(sessionId) !== undefined
    const isKept = (): boolean => keptApprovals(deps.storage, sessionId).some((one) => one.approval.approvalId === approval.approvalId)
    if (!running && !isKept()) return []
    const { approvalId, toolName, category, reason, reasonCode, reasonParams, agentName, parts } = approval
    // What an agent asks stands in the conversation that started it.
    const shown = conversationOf(sessions, session)
    const where = { sessionId: shown.id, sessionTitle: shown.title, projectRoot: project.path, askedAt, running }
    const words = {
      reason,
      reasonCode,
      reasonParams,
      subject: subjectOf(deps.toolsFor(project.path), approval),
      risky: parts.some(({ risk }) => risk !== undefined),
    }
    return { approvalId, toolName, category, ...(agentName !== undefined && { agentName }), ...words, ...where }
  })
}

function conversationOf(sessions: Deps['storage']['sessions'], session: SessionRecord): SessionRecord {
  const parent = session.parentId === null ? undefined : sessions.get(session.parentId)
  return parent ? conversationOf(sessions, parent) : session
}

function subjectOf(tools: ReturnType<Deps['toolsFor']>, { toolName, input }: Approval): string {
  const tool = tools.get(toolName)
  const read = tool?.input.safeParse(input)
  if (!tool || !read?.success) return toolName
  const subject = tool.command?.(read.data) ?? tool.paths(read.data)[0] ?? tool.domain?.(read.data) ?? toolName
  return Array.from(subject).slice(0, SUBJECT_CHARS).join('')
}

import { expect, it } from 'vitest'
import type { AgentView, Row } from '../../core/contract/view.ts'
import { AT_END, endedAgents } from './ended-agents.ts'

/** A turn's id of that time: a UUIDv7 begins with it. */
const turnAt = (ms: number): string => `00000000-${ms.toString(16).padStart(4, '0')}-7000-8000-000000000000`
const row = (turnId: string): Row => ({ kind: 'text', id: `${turnId}:text`, turnId, step: 1, text: 'x', interrupted: false })
const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null }

function agent(
  agentId: string,
  endedAt: number,
  { isBackground = true, status = 'completed' as AgentView['task']['status'] } = {},
): AgentView {
  const times = { startedAt: 500, endedAt, stoppedBy: null, todos: null }
  const facts = { agent: 'Explore', model: 'm', modelFrom: 'parent' as const, isBackground, toolCallId: 'c', waitingFor: null, ...times }
  const done = { steps: 1, toolCount: 0, usage, lastActivity: null, result: '', outputFile: null, error: null, worktree: null }
  const card = { id: agentId, projectId: 'p', sessionId: 's', name: '', subject: 'look', description: '', owner: '' }
  const task = {
    ...card,
    status,
    blockedBy: [],
    blocks: [],
    run: 1,
    facts: { ...facts, ...done },
    worktree: null,
    plan: null,
    createdAt: 0,
    updatedAt: 0,
  }
  return { agentId, task, step: 1, text: '', calls: [] }
}

it('stands the end of an agent before the turn that could tell of it, and what is newest at the end', () => {
  const [first, second] = [turnAt(1_000), turnAt(2_000)]
  const agents = [
    agent('early', 1_500),
    agent('late', 2_500),
    agent('awaited', 1_500, { isBackground: false }),
    agent('at work', 1_500, { status: 'running' }),
  ]
  const rows = [row(first), row(second), { ...row(second), id: 'more' }]
  const places = [...endedAgents({ rows, agents, hasMore: false })].map(([id, found]) => [id, found.map(({ agentId }) => agentId)])
  expect(places).toEqual([
    [`${second}:text`, ['early']],
    [AT_END, ['late']],
  ])
})

it('says nothing of an end whose turn is not loaded', () => {
  expect(endedAgents({ rows: [row(turnAt(2_000))], agents: [agent('early', 1_500)], hasMore: true }).size).toBe(0)
})

import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { define, isChild, lastResult } from '../testing/agents.ts'
import { agentLimit, mayStart } from './agent-limits.ts'
import { readDefinition } from './read-definition.ts'

const read = (head: string) => {
  const { text, diagnostics } = readDefinition(Buffer.from(`---\nname: a\ndescription: d\n${head}\n---\n\nx\n`), {
    fileName: 'a.md',
    knowsModel: () => true,
  })
  return { text, codes: diagnostics.map(({ problem }) => problem.code) }
}

describe('what a definition says of agents', () => {
  it.each([
    ['tools: [Read, "Agent(Explore, reviewer)"]', { only: ['Explore', 'reviewer'], never: [] }],
    ['tools: Read, Agent(Explore), Task(reviewer)', { only: ['Explore', 'reviewer'], never: [] }],
    ['tools: Agent, Agent(Explore)', undefined],
    ['tools: Read, Agent', undefined],
    ['disallowedTools: Agent(Plan)', { only: null, never: ['Plan'] }],
    ['tools: "*"\ndisallowedTools: Agent(Plan)', { only: null, never: ['Plan'] }],
  ])('%j limits whom it may start', (head, agents) => {
    const { text, codes } = read(head)
    expect([text?.agents, codes]).toEqual([agents, []])
    expect(text?.disallowedTools).toEqual([])
  })

  it('the tool itself is on the list, and every other bracket is still said to do nothing', () => {
    const { text, codes } = read('tools: Agent(Explore), Bash(git:*)')
    expect([text?.tools, codes]).toEqual([['agent', 'bash'], ['agent.scope_ignored']])
    expect(read('disallowedTools: Agent').text?.disallowedTools).toEqual(['agent'])
  })

  it('counts every list above it, letter case aside, and a copy by its own name', () => {
    const limits = [agentLimit(['Agent(explore, Plan)'], []), agentLimit(['Agent(Plan, fork)'], []), undefined].map((agents) => ({
      only: null,
      never: [],
      ...(agents && { agents }),
    }))
    expect(['Plan', 'plan', 'Explore', undefined].map((type) => mayStart(limits, type))).toEqual([true, true, false, false])
    expect(mayStart(limits.slice(1), undefined)).toBe(true)
  })
})

describe('at execution', () => {
  let core: ConnectedCore
  afterEach(() => core.close())

  it('starts the agents its definition names and no others, nor a copy, and is told of those alone', async () => {
    const told: string[] = []
    const start = (subagent_type?: string) => ({
      name: 'agent',
      input: { prompt: 'DEEPER', description: 'deeper', ...(subagent_type && { subagent_type }) },
    })
    let seen = ''
    core = await connectCore({
      script: (body) => {
        if (isChild(body, 'DEEPER')) return { text: 'looked' }
        if (!isChild(body, 'LEAD')) {
          const input = { prompt: 'LEAD', description: 'lead', subagent_type: 'lead' }
          return lastResult(body) === '' ? { calls: [{ name: 'agent', input }] } : { text: 'end' }
        }
        seen = JSON.stringify(body)
        if (lastResult(body) !== '') told.push(lastResult(body))
        const call = [start('general-purpose'), start(), start('explore')][told.length]
        return call ? { calls: [call] } : { text: 'report' }
      },
    })
    define(core, 'lead', '---\nname: lead\ndescription: d\ntools: [read_file, "Agent(Explore)"]\n---\nx\n')
    expect((await core.rpc.agents.list({})).find(({ name }) => name === 'lead')?.tools).toEqual(['read_file', 'agent(Explore)'])
    await core.run('go')
    expect(told[0]).toContain('Its definition does not let it start general-purpose. It may start: Explore.')
    expect(told[1]).toContain('does not let it start fork')
    expect(told[2]).toContain('looked')
    expect([seen.includes('- Explore:'), seen.includes('- general-purpose:'), seen.includes('- Plan:')]).toEqual([true, false, false])
  })
})

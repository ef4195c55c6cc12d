import type { Message } from '@a2a-js/sdk'
import type { AgentInfo } from '../../contract/agents.ts'
import { DEFAULT_AGENT } from './card.ts'

/** What a message says; undefined: it brings what is not taken. */
export function textIn({ parts }: Message): string | undefined {
  const texts: string[] = []
  for (const { content } of parts) {
    if (content?.$case === 'text') texts.push(content.value)
    else if (content?.$case === 'data') texts.push(JSON.stringify(content.value))
    else if (content) return undefined
  }
  return texts.join('\n')
}

/** Whom a new task is for: as its metadata says, or `@NAME` at the beginning, if that is somebody. */
export function agentFor(
  text: string,
  { message, metadata, known }: { message: Message; metadata: Message['metadata']; known: readonly AgentInfo[] },
): { agent: string; text: string } {
  const named: unknown = message.metadata?.['agent'] ?? metadata?.['agent']
  if (typeof named === 'string' && named !== '') return { agent: named, text }
  const [whole = '', name = ''] = /^\s*@([A-Za-z][\w-]{0,31})\s+/.exec(text) ?? []
  const found = known.find((agent) => agent.name.toLowerCase() === name.toLowerCase())
  return found ? { agent: found.name, text: text.slice(whole.length) } : { agent: DEFAULT_AGENT, text }
}

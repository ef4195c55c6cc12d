import { contentText } from '../contract/content-text.ts'
import type { Message } from '../contract/messages.ts'
import type { Estimator } from '../llm/index.ts'
import type { Budget } from './budget.ts'
import type { Cut } from './cut.ts'
import { fit } from './recent-files.ts'

const HEADING = '## Active Skills\nThese were loaded earlier and still hold: before general instructions, never before permissions.'

/** How the text of a skill begins, whoever asked for it. */
const SKILL = /^The skill ("(?:[^"\\]|\\.)*") \(/

/** Skills whose text the cut takes away, in the order they were first loaded, each as it was last given. */
export function skillsAgain({ head, tail }: Cut, { budget, estimate }: { budget: Budget['skills']; estimate: Estimator }): string[] {
  const kept = new Set(tail.flatMap(skillTexts).map(nameOf))
  const lost = new Map<string, string>()
  for (const text of head.flatMap(skillTexts)) if (!kept.has(nameOf(text))) lost.set(nameOf(text), text)
  const again: string[] = []
  let room = budget.tokens
  for (const text of lost.values()) {
    if (room <= 0) break
    const fitted = fit(text, Math.min(budget.each, room), estimate)
    again.push(fitted)
    room -= estimate.text(fitted)
  }
  return again.length === 0 ? [] : [HEADING, ...again]
}

/** Ids of the skills whose text is in the messages, in the order they were first loaded. */
export function activeSkills(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(skillTexts).map(nameOf))].map((quoted) => String(JSON.parse(quoted)))
}

function skillTexts(message: Message): string[] {
  if (message.role === 'tool') return message.isError || message.name !== 'load_skill' ? [] : [contentText(message.content)].filter(isSkill)
  if (message.role === 'user') return message.expanded !== undefined && isSkill(message.expanded) ? [message.expanded] : []
  return message.role === 'summary' ? message.attached.filter(isSkill) : []
}

function isSkill(text: string): boolean {
  return SKILL.test(text)
}

function nameOf(text: string): string {
  return SKILL.exec(text)?.[1] ?? ''
}

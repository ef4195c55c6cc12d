import type { QuestionAnswer } from '../../contract/questions.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import type { AskUserInput } from './definition.ts'

export async function askUserTool({ questions }: AskUserInput, { person }: ToolContext): Promise<ToolResult> {
  if (!person) throw new ToolFailure('Nobody can be asked in this run. Decide yourself, and say in your answer what you took for granted.')
  const answer = await person.choose(questions)
  const lines = questions.map(({ header, text }, index) => `${header}: ${text}\n${inWords(answer.answers[index])}`)
  return { content: [{ type: 'text', text: `The user answered.\n\n${lines.join('\n\n')}` }], meta: { answer } }
}

function inWords(answer: Extract<QuestionAnswer, { kind: 'choices' }>['answers'][number] | undefined): string {
  const { chosen = [], text } = answer ?? {}
  const own = text?.trim()
  const lines = [...chosen.map((label) => `- ${label}`), ...(own ? [`In their own words: ${own}`] : [])]
  return lines.length > 0 ? lines.join('\n') : 'They left this one open: decide yourself.'
}

import type { QuestionAnswer } from '../../contract/questions.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import type { ExitPlanInput } from './definition.ts'

export async function exitPlanTool({ plan }: ExitPlanInput, { mode, person }: ToolContext): Promise<ToolResult> {
  if (mode !== 'plan') throw new ToolFailure('Plan mode is not on, so there is nothing to leave: do what was asked.')
  if (!person) {
    const text = 'Nobody can accept the plan in this run: the turn ends with it.'
    return { content: [{ type: 'text', text }], meta: {}, endsTurn: { stopReason: 'plan_ready', text: plan } }
  }
  const answer = await person.review(plan)
  return { content: [{ type: 'text', text: inWords(answer) }], meta: { answer } }
}

function inWords({ decision, feedback }: Extract<QuestionAnswer, { kind: 'plan' }>): string {
  const said = feedback?.trim()
  if (decision === 'keepPlanning') {
    const why = said ? `The user wants the plan changed: ${said}` : 'The user does not accept the plan yet. Ask what they miss.'
    return `${why}\nPlan mode stays on. Show the new plan with exit_plan.`
  }
  return `The user accepted the plan. Plan mode is over: carry it out.${said ? `\nThey added: ${said}` : ''}`
}

import { defineMessages } from '../define-messages.ts'

export const questions = defineMessages(
  {
    title: '{n} question for you | {n} questions for you',
    own: 'Own words',
    ownFor: 'Own words for “{header}”',
    send: 'Answer',
    notSent: 'The answer was not taken',
    plan: 'Plan',
    planTitle: 'Carry out this plan?',
    accept: 'Carry it out, ask first',
    acceptEdits: 'Carry it out, accept edits',
    keepPlanning: 'Keep planning',
    feedback: 'Say what to change in the plan',
  },
  {
    title: '有 {n} 个问题等你回答',
    own: '自己说',
    ownFor: '“{header}”：自己说',
    send: '回答',
    notSent: '回答没有被接收',
    plan: '计划',
    planTitle: '执行这个计划？',
    accept: '执行，先问再做',
    acceptEdits: '执行，自动改文件',
    keepPlanning: '继续计划',
    feedback: '说说计划要怎么改',
  },
)

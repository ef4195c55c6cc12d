import type { ErrorTexts } from './types.ts'

export const approvalTexts = {
  'approval.expired': {
    en: { what: 'This question has been answered or has ended already.', fix: 'Look at the session: it shows what became of the call.' },
    'zh-CN': { what: '这个问题已经有答复，或者已经失效。', fix: '看看会话，里面有这次调用的结果。' },
  },
  'approval.needs_window': {
    en: {
      what: 'The process that asked has ended, so this answer would start its turn again, and nobody would see what it asks next.',
      fix: 'Open the session in the app, or with mewcode serve: the question is there.',
    },
    'zh-CN': {
      what: '提问的进程已经结束，现在答复会让这一回合重新跑起来，而它接下来再问什么没有人能看到。',
      fix: '在应用里或用 mewcode serve 打开这个会话，问题还在那里。',
    },
  },
  'approval.not_offered': {
    en: { what: 'This rule was not offered for the call.', fix: 'Choose one of the offered rules, or allow the call once.' },
    'zh-CN': { what: '这次调用没有提供这条规则。', fix: '从提供的规则里选，或者只放行这一次。' },
  },
} as const satisfies ErrorTexts

import type { ErrorTexts } from './types.ts'

export const questionTexts = {
  'question.expired': {
    en: { what: 'This question has been answered or has ended already.', fix: 'Look at the session: it shows how it went on.' },
    'zh-CN': { what: '这个问题已经有答复，或者已经失效。', fix: '看看会话，里面有后来的情况。' },
  },
  'question.wrong_answer': {
    en: {
      what: 'This answer does not fit the question.',
      fix: 'Choose from its options, one where only one may be chosen, or use own words.',
    },
    'zh-CN': { what: '这个回答和问题对不上。', fix: '从选项里选（单选题只选一项），或者自己写。' },
  },
} as const satisfies ErrorTexts

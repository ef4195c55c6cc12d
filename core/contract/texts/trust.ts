import type { ErrorTexts } from './types.ts'

export const trustTexts = {
  'trust.changed': {
    en: { what: '{item} has changed since it was shown. Nothing was trusted.', fix: 'Look at it again, then decide.' },
    'zh-CN': { what: '{item} 在显示之后变了，没有信任任何内容。', fix: '重新看一遍再决定。' },
  },
} as const satisfies ErrorTexts

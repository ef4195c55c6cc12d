import type { ErrorTexts } from './types.ts'

export const shellTexts = {
  'shell.not_found': {
    en: { what: 'There is no such background shell in this session.', fix: 'Shells end with MewCode; look at the list.' },
    'zh-CN': { what: '这个会话里没有这个后台命令。', fix: '后台命令随 MewCode 一起结束，看看列表里还有哪些。' },
  },
} as const satisfies ErrorTexts

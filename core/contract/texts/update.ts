import type { ErrorTexts } from './types.ts'

export const updateTexts = {
  'update.failed': {
    en: { what: 'Looking for a newer version failed: {detail}', fix: 'Try again later; this version goes on working.' },
    'zh-CN': { what: '检查新版本失败：{detail}', fix: '稍后再试，当前版本可以继续使用。' },
  },
  'update.signature': {
    en: { what: 'The newer version is not signed as it should be, so it was not installed.', fix: 'Report it; do not install it by hand.' },
    'zh-CN': { what: '新版本的签名不对，没有安装。', fix: '不要手动安装，把这个问题报告出来。' },
  },
} satisfies ErrorTexts

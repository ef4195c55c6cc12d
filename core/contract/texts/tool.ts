import type { ErrorTexts } from './types.ts'

export const toolTexts = {
  'tool.ripgrep_missing': {
    en: { what: 'The search program {path} is missing or cannot be run.', fix: 'Install MewCode again; from source, run `npm ci`.' },
    'zh-CN': { what: '搜索程序 {path} 缺失或无法运行。', fix: '重新安装 MewCode；从源码运行时执行 `npm ci`。' },
  },
} as const satisfies ErrorTexts

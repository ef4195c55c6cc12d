import type { ErrorTexts } from './types.ts'

export const memoryTexts = {
  'memory.link': {
    en: { what: '{path} leads elsewhere by a link; nothing was written.', fix: 'Replace the link by a folder of its own.' },
    'zh-CN': { what: '{path} 是指向别处的链接，没有写入。', fix: '把链接换成真正的文件夹。' },
  },
  'memory.not_found': {
    en: { what: 'There is no note {file}.', fix: 'Look it up with `mewcode memory list`.' },
    'zh-CN': { what: '没有名为 {file} 的记忆。', fix: '用 `mewcode memory list` 查看有哪些。' },
  },
  'memory.unwritable': {
    en: { what: 'The note {file} could not be written.', fix: 'Check the memory folder’s access rights and the free space.' },
    'zh-CN': { what: '记忆 {file} 写不进去。', fix: '检查记忆文件夹的权限和剩余空间。' },
  },
} as const satisfies ErrorTexts

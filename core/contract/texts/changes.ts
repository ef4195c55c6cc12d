import type { ErrorTexts } from './types.ts'

export const changesTexts = {
  'changes.comments_full': {
    en: { what: 'Fifty comments wait already.', fix: 'Send them to the agent, or remove some.' },
    'zh-CN': { what: '已经有 50 条评论没有发出。', fix: '先发给 agent，或者删掉几条。' },
  },
  'changes.hunk_gone': {
    en: { what: 'This change is not there any more as it was shown.', fix: 'Look at the changes again; nothing was touched.' },
    'zh-CN': { what: '这处改动已经和显示的不一样了。', fix: '重新查看改动；没有动任何文件。' },
  },
  'changes.unknown_file': {
    en: { what: 'No tool of this session changed {path}.', fix: 'Choose a file from the list of changes.' },
    'zh-CN': { what: '这个会话的工具没有改过 {path}。', fix: '从改动列表里选一个文件。' },
  },
} as const satisfies ErrorTexts

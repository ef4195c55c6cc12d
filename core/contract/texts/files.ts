import type { ErrorTexts } from './types.ts'

export const filesTexts = {
  'files.attachment_missing': {
    en: { what: 'An attachment of this message is not there any more.', fix: 'Attach the file again.' },
    'zh-CN': { what: '这条消息的一个附件已经不在了。', fix: '重新附上文件。' },
  },
  'files.no_output': {
    en: { what: 'This call has no output that is kept in full.', fix: 'Look at the part shown in the session.' },
    'zh-CN': { what: '这次调用没有保存完整输出。', fix: '看会话里显示的部分。' },
  },
  'files.no_session': {
    en: {
      what: '{name} holds no conversation MewCode can read.',
      fix: 'Choose an export of MewCode (JSON), a conversation.jsonl, or a session file of Claude Code.',
    },
    'zh-CN': { what: '{name} 里没有能读懂的对话。', fix: '选一个 MewCode 导出的 JSON、conversation.jsonl，或 Claude Code 的会话文件。' },
  },
  'files.ticket_invalid': {
    en: { what: 'This file link was used already or is older than a minute.', fix: 'Drop the file again, or open the output again.' },
    'zh-CN': { what: '这个文件链接已经用过，或者超过一分钟了。', fix: '重新拖入文件，或重新打开输出。' },
  },
  'files.too_large': {
    en: {
      what: '{name} is larger than {limit}.',
      fix: 'Put the file into the project and name it in the prompt, or attach a smaller part.',
    },
    'zh-CN': { what: '{name} 超过 {limit}。', fix: '把文件放进项目并在消息里提到它，或者只附上其中一部分。' },
  },
  'files.unreadable': {
    en: { what: '{path} cannot be read.', fix: 'Check that the file exists and that you may read it.' },
    'zh-CN': { what: '读不了 {path}。', fix: '确认文件存在，并且你有权读取。' },
  },
  'files.unsupported': {
    en: {
      what: '{name} is not a text file; images, PDFs and other formats come later.',
      fix: 'Attach a text file, or name the file in the prompt when it is in the project.',
    },
    'zh-CN': { what: '{name} 不是文本文件；图片、PDF 等格式以后支持。', fix: '附上文本文件；如果它在项目里，可以在消息里提到它。' },
  },
  'files.unwritable': {
    en: { what: '{path} cannot be written.', fix: 'Check that its folder exists and that you may write there.' },
    'zh-CN': { what: '写不了 {path}。', fix: '确认所在文件夹存在，并且你有权写入。' },
  },
} as const satisfies ErrorTexts

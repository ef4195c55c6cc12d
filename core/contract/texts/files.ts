import type { ErrorTexts } from './types.ts'

export const filesTexts = {
  'files.attachment_missing': {
    en: { what: 'An attachment of this message is not there any more.', fix: 'Attach the file again.' },
    'zh-CN': { what: '这条消息的一个附件已经不在了。', fix: '重新附上文件。' },
  },
  'files.damaged': {
    en: { what: '{name} does not decode: it is damaged, or cut off.', fix: 'Open it in a viewer, save it anew, and attach that.' },
    'zh-CN': { what: '{name} 解不开：文件损坏，或者不完整。', fix: '用看图或阅读软件打开，另存一份再附上。' },
  },
  'files.empty': {
    en: { what: '{name} is empty: 0 bytes.', fix: 'Save it with its content, and attach that.' },
    'zh-CN': { what: '{name} 是空文件（0 字节）。', fix: '存好内容后再附上。' },
  },
  'files.folder_unreadable': {
    en: { what: 'The folder {path} cannot be read.', fix: 'Check that it still exists and that you may read it, then try again.' },
    'zh-CN': { what: '读不了文件夹 {path}。', fix: '确认它还在，并且你有权读取，再试一次。' },
  },
  'files.locked': {
    en: { what: '{name} is locked with a password.', fix: 'Save it without the password, and attach that.' },
    'zh-CN': { what: '{name} 设了密码。', fix: '另存一份不带密码的再附上。' },
  },
  'files.no_editor': {
    en: { what: 'No editor that opens in a window was found.', fix: 'Install one whose command is on the path, or show the file here.' },
    'zh-CN': { what: '没有找到带窗口的编辑器。', fix: '装一个命令在 PATH 里的编辑器，或者在这里查看文件。' },
  },
  'files.no_file_manager': {
    en: { what: 'This machine shows no file manager.', fix: 'Show the file here, or open it where there is a desktop.' },
    'zh-CN': { what: '这台机器打不开文件管理器。', fix: '在这里查看文件，或到有桌面的机器上打开。' },
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
  'files.not_text': {
    en: { what: '{path} is no text.', fix: 'Show it in its folder and open it with its own program.' },
    'zh-CN': { what: '{path} 不是文本。', fix: '在文件夹里找到它，用对应的程序打开。' },
  },
  'files.outside': {
    en: { what: '{path} lies outside the project and its added folders.', fix: 'Open it only when you know why it is named here.' },
    'zh-CN': { what: '{path} 不在项目和添加的文件夹里。', fix: '清楚它为什么出现在这里，再打开。' },
  },
  'files.picture_not_loaded': {
    en: {
      what: 'The picture at {host} could not be loaded.',
      fix: 'Only PNG, JPEG, GIF and WebP of up to 5 MB from public hosts are shown here; open the link for all else.',
    },
    'zh-CN': { what: '没能加载 {host} 上的图片。', fix: '这里只显示公网上不超过 5 MB 的 PNG、JPEG、GIF 和 WebP；其他的点链接打开。' },
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
  'files.too_large_to_show': {
    en: { what: '{path} is larger than {limit}.', fix: 'Open it in your editor.' },
    'zh-CN': { what: '{path} 超过 {limit}。', fix: '用你的编辑器打开。' },
  },
  'files.too_many_pages': {
    en: {
      what: '{name} has {pages} pages; at most {limit} can be attached.',
      fix: 'Attach a part of it, or put it into the project: read_file takes a range of pages.',
    },
    'zh-CN': { what: '{name} 有 {pages} 页，最多能附 {limit} 页。', fix: '只附其中一部分，或者放进项目：read_file 可以按页读。' },
  },
  'files.too_many_pixels': {
    en: { what: '{name} has more than {limit} million pixels.', fix: 'Scale it down, and attach that.' },
    'zh-CN': { what: '{name} 超过 {limit} 百万像素。', fix: '缩小后再附上。' },
  },
  'files.unreadable': {
    en: { what: '{path} cannot be read.', fix: 'Check that the file exists and that you may read it.' },
    'zh-CN': { what: '读不了 {path}。', fix: '确认文件存在，并且你有权读取。' },
  },
  'files.unsupported': {
    en: {
      what: '{name} is no text, image (PNG, JPEG, GIF, WebP) or PDF.',
      fix: 'Save it as one of those, or name the file in the prompt when it is in the project.',
    },
    'zh-CN': { what: '{name} 不是文本、图片（PNG、JPEG、GIF、WebP）或 PDF。', fix: '另存为其中一种；如果它在项目里，可以在消息里提到它。' },
  },
  'files.unwritable': {
    en: { what: '{path} cannot be written.', fix: 'Check that its folder exists and that you may write there.' },
    'zh-CN': { what: '写不了 {path}。', fix: '确认所在文件夹存在，并且你有权写入。' },
  },
} as const satisfies ErrorTexts

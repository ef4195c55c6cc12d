import type { ErrorTexts } from './types.ts'

export const storageTexts = {
  'storage.broken': {
    en: {
      what: 'The database {path} is damaged: {detail}',
      fix: 'Start MewCode again: it checks the file, keeps it under another name, and begins a new one if it has to.',
    },
    'zh-CN': { what: '数据库 {path} 已损坏：{detail}', fix: '重新启动 MewCode：它会检查这个文件，必要时换个名字保留下来，再建一个新的。' },
  },
  'storage.busy': {
    en: {
      what: 'Another process has kept the database {path} locked for 5 seconds.',
      fix: 'Close other MewCode windows and commands, then try again.',
    },
    'zh-CN': { what: '另一个进程占用数据库 {path} 超过 5 秒。', fix: '关闭其他 MewCode 窗口和命令，再试一次。' },
  },
  'storage.full': {
    en: { what: 'The disk that holds {path} is full.', fix: 'Free some space and try again; what was saved before is kept.' },
    'zh-CN': { what: '{path} 所在的磁盘已满。', fix: '腾出一些空间再试；之前保存的内容都在。' },
  },
  'storage.home_unusable': {
    en: { what: 'The folder {path} cannot be made or written.', fix: 'Check its permissions, or set MEWCODE_HOME to another folder.' },
    'zh-CN': { what: '文件夹 {path} 无法创建或写入。', fix: '检查它的权限，或把 MEWCODE_HOME 设为其他文件夹。' },
  },
  'storage.newer': {
    en: {
      what: 'The database {path} was written by a newer MewCode (format {found}; this one knows up to {known}).',
      fix: 'Update MewCode, or set MEWCODE_HOME to another folder.',
    },
    'zh-CN': {
      what: '数据库 {path} 由更新版本的 MewCode 写入（格式 {found}，当前版本只认识到 {known}）。',
      fix: '更新 MewCode，或者把 MEWCODE_HOME 指向另一个文件夹。',
    },
  },
  'storage.output_failed': {
    en: {
      what: 'The output could not be written: {detail}',
      fix: 'Free some space or send it elsewhere; what was done until then stays done.',
    },
    'zh-CN': { what: '输出写不进去：{detail}', fix: '腾出一些空间，或者换个地方输出；在此之前做的改动都在。' },
  },
  'storage.recovered': {
    en: {
      what: 'The database was damaged ({detail}). {sessions} sessions with {messages} messages were recovered; the damaged file was kept as {path}.',
      fix: 'Look whether something is missing; if not, the kept file can go.',
    },
    'zh-CN': {
      what: '数据库已损坏（{detail}）。找回了 {sessions} 个会话、{messages} 条消息；损坏的文件保留为 {path}。',
      fix: '看看有没有缺少的内容；没有的话，保留的文件可以删掉。',
    },
  },
  'storage.set_aside': {
    en: {
      what: 'The database could not be read ({detail}). It was kept as {path}, and an empty one is in use.',
      fix: 'Keep that file: it holds your earlier sessions. Your project folders are untouched.',
    },
    'zh-CN': {
      what: '数据库无法读取（{detail}）。原文件已保留为 {path}，现在用的是一个空数据库。',
      fix: '留好那个文件，里面是之前的会话；项目文件夹没有动过。',
    },
  },
  'storage.unwritable': {
    en: {
      what: 'The database {path} cannot be opened for writing: {detail}',
      fix: 'Give yourself write access to its folder, or set MEWCODE_HOME to another one.',
    },
    'zh-CN': { what: '数据库 {path} 无法写入：{detail}', fix: '给自己加上这个文件夹的写权限，或者把 MEWCODE_HOME 指向另一个文件夹。' },
  },
} as const satisfies ErrorTexts

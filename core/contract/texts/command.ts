import type { ErrorTexts } from './types.ts'

export const commandTexts = {
  'command.action': {
    en: { what: '/{name} is done by the window; it is no prompt.', fix: 'Choose it from the menu there. Without a window: {outside}' },
    'zh-CN': { what: '/{name} 由窗口执行，不是提示词。', fix: '在窗口的菜单里选它；没有窗口时：{outside}' },
  },
  'command.bad_name': {
    en: { what: '{file} makes no command: its name holds blanks or marks.', fix: 'Rename it with letters, digits, `-`, `_` and `.` only.' },
    'zh-CN': { what: '{file} 不能成为命令：文件名里有空格或符号。', fix: '只用文字、数字、`-`、`_` 和 `.` 重新命名。' },
  },
  'command.empty': {
    en: { what: '{file} holds no text for the model.', fix: 'Write the prompt below its frontmatter.' },
    'zh-CN': { what: '{file} 里没有给模型的内容。', fix: '把提示词写在 frontmatter 下面。' },
  },
  'command.repaired': {
    en: { what: '{file}, line {line}: `{key}` was read with a repair ({detail}).', fix: 'Put the value in quotes.' },
    'zh-CN': { what: '{file} 第 {line} 行：`{key}` 经修正后读取（{detail}）。', fix: '给这个值加上引号。' },
  },
  'command.runs_shell': {
    en: {
      what: '{file}, line {line}: a command behind an exclamation mark is not run in a folder nobody trusts; it goes to the model as text.',
      fix: 'Trust the folder, or ask for the command in words: the model runs it under your rules.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：文件夹未受信任，感叹号后面的命令不会执行，原样发给模型。',
      fix: '信任这个文件夹，或者用文字说明要运行什么，由模型按你的规则去运行。',
    },
  },
  'command.shadowed': {
    en: { what: '/{name} of {file} is hidden by {by}.', fix: 'Rename one of them.' },
    'zh-CN': { what: '{file} 的 /{name} 被 {by} 挡住了。', fix: '给其中一个改名。' },
  },
  'command.too_large': {
    en: { what: '{file} is no command: it is larger than {limit} or not text.', fix: 'Keep a command to a few pages of text.' },
    'zh-CN': { what: '{file} 不能成为命令：它超过 {limit} 或者不是文本。', fix: '命令只需几页文字。' },
  },
  'command.unknown': {
    en: { what: 'There is no command /{name}.', fix: 'Did you mean /{similar}? A prompt that begins with a slash can begin with a blank.' },
    'zh-CN': { what: '没有 /{name} 这个命令。', fix: '是不是 /{similar}？要发送以斜杠开头的文字，就在前面加个空格。' },
  },
  'command.unread_key': {
    en: { what: '{file}, line {line}: `{key}` could not be read ({detail}).', fix: 'Mend the line; the rest of the file counts.' },
    'zh-CN': { what: '{file} 第 {line} 行：`{key}` 读不出来（{detail}）。', fix: '改好这一行，文件的其余部分有效。' },
  },
} as const satisfies ErrorTexts

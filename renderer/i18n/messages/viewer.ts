import { defineMessages } from '../define-messages.ts'

export const viewer = defineMessages(
  {
    lines: 'Lines {from}–{to} of {of}',
    goTo: 'Go to line',
    earlier: 'Earlier lines',
    later: 'Later lines',
    text: 'Text of {path}',
    leave: 'Leave it closed',
    openOutside: 'Open it anyway',
    reveal: 'Show in its folder',
    openIn: 'Open in {name}',
    close: 'Close',
    open: 'Open {path}',
    openAt: 'Open {path} at line {line}',
  },
  {
    lines: '第 {from}–{to} 行，共 {of} 行',
    goTo: '跳到行',
    earlier: '前面的行',
    later: '后面的行',
    text: '{path} 的内容',
    leave: '不打开',
    openOutside: '仍然打开',
    reveal: '在文件夹中显示',
    openIn: '用 {name} 打开',
    close: '关闭',
    open: '打开 {path}',
    openAt: '打开 {path} 第 {line} 行',
  },
)

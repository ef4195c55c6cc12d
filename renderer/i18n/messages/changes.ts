import { defineMessages } from '../define-messages.ts'

export const changes = defineMessages(
  {
    title: 'Changes',
    count: '{n} file changed | {n} files changed',
    since: 'Since this session began',
    none: 'No files changed yet.',
    noneText: 'Edits of this session show up here with their diff.',
    created: 'Created',
    modified: 'Changed',
    later: 'a later change',
    diffOf: 'Changes to {path}',
    more: '{n} more lines are in the file.',
    todo: {
      title: 'To-do list',
      progress: 'To do, {done} of {all}',
      done: '{done} of {all} done',
      pending: 'To do',
      in_progress: 'In progress',
      completed: 'Done',
    },
  },
  {
    title: '改动',
    count: '改动了 {n} 个文件',
    since: '会话开始以来',
    none: '还没有文件改动。',
    noneText: '这个会话的改动会连同差异显示在这里。',
    created: '新建',
    modified: '修改',
    later: '之后的改动',
    diffOf: '{path} 的改动',
    more: '其余 {n} 行在文件里看。',
    todo: {
      title: '待办列表',
      progress: '待办，{all} 项完成 {done} 项',
      done: '{all} 项完成 {done} 项',
      pending: '待办',
      in_progress: '进行中',
      completed: '完成',
    },
  },
)

import { defineMessages } from '../define-messages.ts'

/** What only the board itself says; cards in a conversation and in the side panel have `board`. */
export const boardScreen = defineMessages(
  {
    resize: 'Height of the task in full',
    resizeHint: 'Drag, or ↑ and ↓; double-click for the usual height',
    todos: '{done} of {all}',
    todosDone: '{done} of {all} done',
    todosLabel: 'To do',
    today: '{spent} today, limit {usd}',
    limit: 'Spent of the day’s limit',
  },
  {
    resize: '任务详情的高度',
    resizeHint: '拖动或按 ↑ ↓ 调整，双击恢复默认高度',
    todos: '{done}/{all}',
    todosDone: '{all} 项完成 {done} 项',
    todosLabel: '待办',
    today: '今天 {spent}，上限 {usd}',
    limit: '今天的花费与上限',
  },
)

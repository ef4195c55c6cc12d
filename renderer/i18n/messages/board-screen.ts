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
    stopAll: 'Stop all',
    stopAllSure: 'Stop {n} task? | Stop all {n} tasks?',
    stopAllText: 'Their agents and the commands they run end now. What they changed stays, and each can go on later.',
    stoppedAll: '{n} task is stopped | {n} tasks are stopped',
  },
  {
    resize: '任务详情的高度',
    resizeHint: '拖动或按 ↑ ↓ 调整，双击恢复默认高度',
    todos: '{done}/{all}',
    todosDone: '{all} 项完成 {done} 项',
    todosLabel: '待办',
    today: '今天 {spent}，上限 {usd}',
    limit: '今天的花费与上限',
    stopAll: '全部停止',
    stopAllSure: '停止全部 {n} 个任务？',
    stopAllText: '它们的 agent 和正在运行的命令会立即结束。已做的改动会保留，之后每个都能继续。',
    stoppedAll: '已停止 {n} 个任务',
  },
)

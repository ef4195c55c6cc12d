import { defineMessages } from '../define-messages.ts'

export const sessions = defineMessages(
  {
    title: 'Sessions',
    rail: 'Live sessions',
    new: 'New session',
    untitled: 'Untitled session',
    empty: 'No sessions yet. The first message starts one.',
    group: { live: 'Working now', today: 'Today', yesterday: 'Yesterday', earlier: 'Earlier' },
    state: { waiting: 'Waits for you', running: 'Running', unseen: 'Finished, not yet seen' },
    needsYou: 'Needs your answer',
    waiting: '{n} waiting',
    rename: 'Rename {title}',
    renameField: 'Session name',
  },
  {
    title: '会话',
    rail: '进行中的会话',
    new: '新会话',
    untitled: '未命名会话',
    empty: '还没有会话，发第一条消息就会开始一个。',
    group: { live: '进行中', today: '今天', yesterday: '昨天', earlier: '更早' },
    state: { waiting: '等你回答', running: '运行中', unseen: '已完成，还没看' },
    needsYou: '需要你回答',
    waiting: '{n} 个待定',
    rename: '重命名 {title}',
    renameField: '会话名称',
  },
)

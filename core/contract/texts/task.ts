import type { ErrorTexts } from './types.ts'

export const taskTexts = {
  'task.ambiguous': {
    en: { what: '{id} may be one of several cards: {cards}', fix: 'Name the card by its whole id.' },
    'zh-CN': { what: '{id} 可能指多张卡片：{cards}', fix: '用完整的 id 指明。' },
  },
  'task.at_work': {
    en: { what: 'The agent of this card is at work.', fix: 'Wait for its end, or stop it.' },
    'zh-CN': { what: '这张卡片的 agent 正在工作。', fix: '等它结束，或先停止它。' },
  },
  'task.blocked': {
    en: { what: 'This card waits for another one: {blockers}', fix: 'Finish or cancel that one first.' },
    'zh-CN': { what: '这张卡片在等另一张：{blockers}', fix: '先完成或取消那一张。' },
  },
  'task.circle': {
    en: { what: 'These cards would wait for each other: {path}', fix: 'Leave one of the dependencies out.' },
    'zh-CN': { what: '这些卡片会互相等待：{path}', fix: '去掉其中一个依赖。' },
  },
  'task.claimed': {
    en: { what: '{owner} has taken this card.', fix: 'Take another one.' },
    'zh-CN': { what: '{owner} 已经认领了这张卡片。', fix: '换一张。' },
  },
  'task.ended': {
    en: { what: 'This card has ended: {status}.', fix: 'Take another one.' },
    'zh-CN': { what: '这张卡片已结束：{status}。', fix: '换一张。' },
  },
  'task.interrupted': {
    en: { what: 'MewCode was stopped while the agent worked.', fix: 'Resume it: it goes on from its last step.' },
    'zh-CN': { what: 'agent 工作时 MewCode 被关闭。', fix: '恢复它，会从最后一步继续。' },
  },
  'task.name_taken': {
    en: {
      what: 'The name {name} is in use in this conversation by card {id}.',
      fix: 'Choose another name, or send a message to that agent.',
    },
    'zh-CN': { what: '这个会话里已有叫 {name} 的：卡片 {id}。', fix: '换个名称，或给那个 agent 发消息。' },
  },
  'task.no_agent': {
    en: { what: 'No agent has worked on this card.', fix: 'Give the work to an agent.' },
    'zh-CN': { what: '还没有 agent 处理过这张卡片。', fix: '把它交给一个 agent。' },
  },
  'task.not_found': {
    en: { what: 'There is no card {id}.', fix: '`mewcode tasks list` shows them.' },
    'zh-CN': { what: '没有卡片 {id}。', fix: '用 `mewcode tasks list` 查看。' },
  },
  'task.not_found_near': {
    en: { what: 'There is no card {id}. Is {near} meant?', fix: '`mewcode tasks list` shows them.' },
    'zh-CN': { what: '没有卡片 {id}。是不是 {near}？', fix: '用 `mewcode tasks list` 查看。' },
  },
  'task.not_possible': {
    en: { what: 'A card that is {from} cannot become {to}.', fix: 'Look at the card: it shows how it stands.' },
    'zh-CN': { what: '状态为 {from} 的卡片不能变成 {to}。', fix: '看看卡片现在的状态。' },
  },
  'task.send_instead': {
    en: { what: 'This is the conversation of an agent.', fix: 'Send the agent a message on its card: `mewcode tasks send`.' },
    'zh-CN': { what: '这是 agent 的会话。', fix: '在卡片上给 agent 发消息：`mewcode tasks send`。' },
  },
  'task.stopped_by_user': {
    en: { what: 'The user stopped this agent; only they can resume it.', fix: 'Ask the user.' },
    'zh-CN': { what: '这个 agent 是用户停止的，只能由用户恢复。', fix: '询问用户。' },
  },
} as const satisfies ErrorTexts

import { defineMessages } from '../define-messages.ts'

export const status = defineMessages(
  {
    title: 'Status',
    branch: 'Branch',
    mode: 'Mode',
    context: 'Context in use',
    contextUse: '{percent} % of {window}',
    cost: '{cost} this session',
    mcpReady: 'MCP {ready} of {all}',
    mcpTrouble: 'one needs you | {n} need you',
  },
  {
    title: '状态',
    branch: '分支',
    mode: '模式',
    context: '上下文用量',
    contextUse: '{window} 的 {percent}%',
    cost: '本次会话 {cost}',
    mcpReady: 'MCP {ready}/{all}',
    mcpTrouble: '{n} 个等你处理',
  },
)

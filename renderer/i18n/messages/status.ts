import { defineMessages } from '../define-messages.ts'

export const status = defineMessages(
  {
    title: 'Status',
    branch: 'Branch',
    mode: 'Mode',
    context: 'Context in use',
    contextUse: '{percent} % of {window}',
    cost: '{cost} this session',
    costOfAgents: 'Of that, agents: {cost}',
    mcpReady: 'MCP {ready} of {all}',
    mcpTrouble: 'one needs you | {n} need you',
    hooks: '{n} hook, {failed} failed | {n} hooks, {failed} failed',
    sandbox: { on: 'Sandbox on', off: 'Sandbox off', broken: 'Sandbox does not work here' },
  },
  {
    title: '状态',
    branch: '分支',
    mode: '模式',
    context: '上下文用量',
    contextUse: '{window} 的 {percent}%',
    cost: '本次会话 {cost}',
    costOfAgents: '其中 agent：{cost}',
    mcpReady: 'MCP {ready}/{all}',
    mcpTrouble: '{n} 个等你处理',
    hooks: '{n} 个钩子，{failed} 个失败',
    sandbox: { on: '沙箱开着', off: '沙箱关着', broken: '这里用不了沙箱' },
  },
)

import { defineMessages } from '../define-messages.ts'

/** What people look for that no name of a setting says: of sections, and of their options. Searched, never shown. */
export const alsoCalled = defineMessages(
  {
    sections: {
      models: 'api key provider endpoint token',
      mcp: 'tools connectors plugins',
      hooks: 'automation scripts',
      permissions: 'approvals allow deny',
      memory: 'notes instructions',
      data: 'storage delete disk retention',
      about: 'update diagnostics help',
    },
    options: {
      appearance: { theme: 'dark light colours colors', density: 'spacing compact', mode: 'permission approval' },
      network: { proxy: 'proxy' },
      privacy: { telemetry: 'tracking analytics' },
    },
  },
  {
    sections: {
      models: '服务商 接口 令牌',
      mcp: '工具 插件',
      hooks: '自动化 脚本',
      permissions: '审批 允许 拒绝',
      memory: '笔记 指令',
      data: '存储 删除 磁盘 清理',
      about: '更新 诊断 帮助',
    },
    options: {
      appearance: { theme: '深色 浅色 颜色', density: '间距 紧凑', mode: '权限 审批' },
      network: { proxy: '代理服务器' },
      privacy: { telemetry: '跟踪 统计' },
    },
  },
)

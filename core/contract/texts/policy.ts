import type { ErrorTexts } from './types.ts'

export const policyTexts = {
  'policy.base_url': {
    en: {
      what: 'The policy {file} does not allow provider {name} to ask {url}.',
      fix: 'Choose another provider, or ask whoever manages this machine.',
    },
    'zh-CN': { what: '策略 {file} 不允许服务商 {name} 访问 {url}。', fix: '换一个服务商，或者联系这台机器的管理员。' },
  },
  'policy.broken': {
    en: {
      what: 'The policy {file} cannot be read whole, so no model is asked.',
      fix: 'Whoever manages this machine has to correct it; `mewcode config check` names the place.',
    },
    'zh-CN': {
      what: '策略 {file} 读不完整，因此不会请求任何模型。',
      fix: '需要由这台机器的管理员修正；`mewcode config check` 会指出位置。',
    },
  },
  'policy.bypass': {
    en: { what: 'The policy {file} does not allow the mode bypassPermissions.', fix: 'Choose another mode.' },
    'zh-CN': { what: '策略 {file} 不允许 bypassPermissions 模式。', fix: '换一个模式。' },
  },
  'policy.mcp': {
    en: {
      what: 'The policy {file} does not allow the MCP server {name} ({what}).',
      fix: 'Remove the server, or ask whoever manages this machine.',
    },
    'zh-CN': { what: '策略 {file} 不允许 MCP 服务器 {name}（{what}）。', fix: '移除这个服务器，或者联系这台机器的管理员。' },
  },
  'policy.model': {
    en: {
      what: 'The policy {file} does not allow the model {model}.',
      fix: 'Choose another model, or ask whoever manages this machine.',
    },
    'zh-CN': { what: '策略 {file} 不允许模型 {model}。', fix: '换一个模型，或者联系这台机器的管理员。' },
  },
  'policy.provider': {
    en: {
      what: 'The policy {file} does not allow the provider {name}.',
      fix: 'Choose another provider, or ask whoever manages this machine.',
    },
    'zh-CN': { what: '策略 {file} 不允许服务商 {name}。', fix: '换一个服务商，或者联系这台机器的管理员。' },
  },
  'policy.skills': {
    en: {
      what: 'The policy {file} does not allow skills from {source}.',
      fix: 'Install it from a registry the policy names, or ask whoever manages this machine.',
    },
    'zh-CN': { what: '策略 {file} 不允许安装来自 {source} 的技能。', fix: '从策略列出的来源安装，或者联系这台机器的管理员。' },
  },
} as const satisfies ErrorTexts

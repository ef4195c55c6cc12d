import type { ErrorTexts } from './types.ts'

export const rpcTexts = {
  'rpc.closed': {
    en: { what: 'The connection to MewCode ended.', fix: 'Reload the page; a turn that was running goes on.' },
    'zh-CN': { what: '与 MewCode 的连接断开了。', fix: '重新加载页面；正在运行的回合不受影响。' },
  },
  'rpc.invalid_frame': {
    en: {
      what: 'MewCode received a message it cannot read, and ended the connection.',
      fix: 'Reload the page; if it stays, report it with the log.',
    },
    'zh-CN': { what: 'MewCode 收到一条读不懂的消息，连接已断开。', fix: '重新加载页面；如果还是这样，连同日志一起反馈。' },
  },
  'rpc.invalid_input': {
    en: { what: 'The call {method} was refused: {field}: {problem}', fix: 'Correct the value of {field}.' },
    'zh-CN': { what: '调用 {method} 被拒绝：{field}：{problem}', fix: '改正 {field} 的值。' },
  },
  'rpc.protocol': {
    en: {
      what: 'This page speaks version {theirs} of the protocol, MewCode speaks {ours}.',
      fix: 'Reload the page, so that both are of the same version.',
    },
    'zh-CN': { what: '页面的协议版本是 {theirs}，MewCode 的是 {ours}。', fix: '重新加载页面，让两边版本一致。' },
  },
  'rpc.too_large': {
    en: { what: 'The data of {method} is larger than 1 MB.', fix: 'Attach it as a file, or send less at once.' },
    'zh-CN': { what: '{method} 的数据超过 1 MB。', fix: '改用附件，或者分几次发送。' },
  },
  'rpc.unauthorized': {
    en: {
      what: 'This page has no valid link to MewCode; it may have been started anew.',
      fix: 'Open the link that `mewcode serve` printed last. Sessions and drafts are kept.',
    },
    'zh-CN': {
      what: '这个页面没有有效的 MewCode 链接，可能 MewCode 重新启动过。',
      fix: '打开 `mewcode serve` 最近打印的链接。会话和草稿都还在。',
    },
  },
  'rpc.unknown_method': {
    en: { what: 'MewCode knows no call named {method}.', fix: 'Reload the page, so that it matches the running version.' },
    'zh-CN': { what: 'MewCode 没有名为 {method} 的调用。', fix: '重新加载页面，让它与正在运行的版本一致。' },
  },
  'rpc.unknown_window': {
    en: { what: 'This window belongs to an earlier start of MewCode.', fix: 'Open the project again from Home or with the new link.' },
    'zh-CN': { what: '这个窗口属于 MewCode 的上一次启动。', fix: '从首页或用新链接重新打开项目。' },
  },
} as const satisfies ErrorTexts

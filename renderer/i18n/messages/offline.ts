import { defineMessages } from '../define-messages.ts'

/** The machine has no network. */
export const offline = defineMessages(
  { text: 'No network. Requests wait until it returns; models on this machine work.' },
  { text: '没有网络。请求会等到网络恢复；本机模型不受影响。' },
)

import { defineMessages } from '../define-messages.ts'

/** Images and documents of a message or a result. */
export const media = defineMessages(
  { open: 'Show {name} large', gone: '{name} is no longer kept.', pages: '{n} page | {n} pages' },
  { open: '放大 {name}', gone: '{name} 已经不在了。', pages: '{n} 页' },
)

export { createSessions } from './sessions.ts'
export { checkAttachment, keepAttachment } from './attachments.ts'
export { modeLine } from './reminders.ts'
export type { SessionDeps, Sessions } from './types.ts'

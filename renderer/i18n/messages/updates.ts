import { defineMessages } from '../define-messages.ts'

/** Newer versions of the installed app. */
export const updates = defineMessages(
  {
    title: 'Newer version',
    idle: 'None is known.',
    checking: 'Looking for one',
    loading: 'Fetching {version}',
    ready: '{version} is ready.',
    look: 'Look now',
    restart: 'Restart now',
    notes: 'What is new in {version}',
    failed: 'No newer version could be had',
    again: 'Try again',
  },
  {
    title: '新版本',
    idle: '目前没有发现新版本。',
    checking: '正在检查',
    loading: '正在下载 {version}',
    ready: '{version} 已就绪。',
    look: '立即检查',
    restart: '立即重启',
    notes: '{version} 的新内容',
    failed: '没能取得新版本',
    again: '再试一次',
  },
)

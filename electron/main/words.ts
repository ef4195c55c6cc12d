import type { Language } from '../../core/contract/error-texts.ts'

/** What the shell itself says; everything else is said by the page. */
export const words = {
  openOutside: { en: 'Open this address outside MewCode?', 'zh-CN': '要在 MewCode 之外打开这个地址吗？' },
  open: { en: 'Open', 'zh-CN': '打开' },
  cancel: { en: 'Cancel', 'zh-CN': '取消' },
  addPlaceFirst: {
    en: 'Open a project first. The server of this link is shown there.',
    'zh-CN': '先打开一个项目，链接中的服务器会显示在那里。',
  },
  openFolder: { en: 'Open this folder in MewCode?', 'zh-CN': '要在 MewCode 中打开这个文件夹吗？' },
  close: { en: 'Close', 'zh-CN': '关闭' },
  crashed: { en: 'This window stopped working', 'zh-CN': '这个窗口停止了工作' },
  crashedText: {
    en: 'Conversations are kept, and work goes on. Reload the window to see it.',
    'zh-CN': '对话都已保存，工作仍在继续。重新加载窗口即可查看。',
  },
  hangs: { en: 'This window does not answer', 'zh-CN': '这个窗口没有响应' },
  reload: { en: 'Reload', 'zh-CN': '重新加载' },
  wait: { en: 'Wait', 'zh-CN': '等待' },
  quitRunning: { en: 'Work is still running. Quit anyway?', 'zh-CN': '仍有任务在运行，要退出吗？' },
  quitRunningText: {
    en: 'What runs is stopped; every conversation can be taken up again.',
    'zh-CN': '正在运行的任务会停止，所有对话之后都可以继续。',
  },
  quit: { en: 'Quit', 'zh-CN': '退出' },
  cannotStart: { en: 'MewCode cannot start', 'zh-CN': 'MewCode 无法启动' },
} as const satisfies Record<string, Record<Language, string>>

/** The language of the settings, else the nearest of ours to the one the system names, such as `zh-Hans-CN`. */
export function languageOf(locale: string, chosen?: Language): Language {
  if (chosen !== undefined) return chosen
  return locale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

import type { ErrorTexts } from './types.ts'

export const doctorTexts = {
  'doctor.home_open': {
    en: { what: 'The folder {path} can be read by other users.', fix: 'Run chmod 700 on it.' },
    'zh-CN': { what: '文件夹 {path} 其他用户也能读。', fix: '对它运行 chmod 700。' },
  },
  'doctor.login_shell_broken': {
    en: {
      what: '{shell} did not say its environment; programs are looked for on the path of the desktop only.',
      fix: 'Look for what ends or blocks its start files, then check again.',
    },
    'zh-CN': {
      what: '{shell} 没有给出它的环境，程序只在桌面会话的路径里查找。',
      fix: '看看启动文件里是什么让它退出或卡住，然后重新检查。',
    },
  },
  'doctor.login_shell_slow': {
    en: {
      what: '{shell} took longer than 5 s to start; programs are looked for on the path of the desktop only.',
      fix: 'Make its start files faster, for example where MEWCODE_RESOLVING_ENVIRONMENT is set, then check again.',
    },
    'zh-CN': {
      what: '{shell} 启动超过 5 秒，程序只在桌面会话的路径里查找。',
      fix: '让启动文件快一些，例如在设置了 MEWCODE_RESOLVING_ENVIRONMENT 时跳过慢的部分，然后重新检查。',
    },
  },
  'doctor.low_disk': {
    en: { what: 'Only {free} of disk space are left.', fix: 'Free some space; sessions need it.' },
    'zh-CN': { what: '磁盘只剩 {free}。', fix: '清理一些空间，会话需要它。' },
  },
  'doctor.no_git': {
    en: { what: 'No git was found on the path.', fix: 'Install git when you want the agent to use it.' },
    'zh-CN': { what: '路径里没有找到 git。', fix: '需要让它使用 git 时，先安装 git。' },
  },
  'doctor.no_sandbox': {
    en: {
      what: 'Commands of the agent cannot be sandboxed: {detail}',
      fix: 'On Linux install bubblewrap and allow user namespaces; on Windows there is no sandbox yet.',
    },
    'zh-CN': {
      what: 'agent 的命令无法放进沙箱：{detail}',
      fix: 'Linux 上安装 bubblewrap 并允许用户命名空间；Windows 上还没有沙箱。',
    },
  },
} as const satisfies ErrorTexts

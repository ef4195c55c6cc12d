import type { ErrorTexts } from './types.ts'

export const setupTexts = {
  'setup.command_runs': {
    en: {
      what: '{name} runs commands or reads files inside its text, in a way only Gemini CLI knows.',
      fix: 'Write it anew as a command here.',
    },
    'zh-CN': { what: '{name} 在正文里运行命令或读取文件，写法只有 Gemini CLI 认得。', fix: '在这里重新写成命令。' },
  },
  'setup.gone': {
    en: { what: 'It is no longer what was shown.', fix: 'Look again, then choose anew.' },
    'zh-CN': { what: '它和展示时已经不同。', fix: '重新查找，再选一次。' },
  },
  'setup.holds_key': {
    en: {
      what: '{name} holds a key in its text, and keys are not written to files.',
      fix: 'Put the key into a variable or the keychain, then look again.',
    },
    'zh-CN': { what: '{name} 的内容里有密钥，密钥不会写进文件。', fix: '把密钥放进环境变量或钥匙串，再重新查找。' },
  },
  'setup.sessions_unread': {
    en: { what: 'MewCode does not read the sessions of {product}.', fix: 'They stay where they are.' },
    'zh-CN': { what: 'MewCode 读不了 {product} 的会话。', fix: '它们原样留在那里。' },
  },
  'setup.taken': {
    en: { what: '{path} is there already and is another.', fix: 'Rename one of the two.' },
    'zh-CN': { what: '{path} 已经存在，内容不同。', fix: '给其中一个改名。' },
  },
  'setup.unread': {
    en: { what: '{name} cannot be read as what it should be.', fix: 'Open it in its own product and mend it there.' },
    'zh-CN': { what: '{name} 读不出应有的内容。', fix: '在它自己的产品里打开并修好。' },
  },
} as const satisfies ErrorTexts

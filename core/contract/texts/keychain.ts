import type { ErrorTexts } from './types.ts'

export const keychainTexts = {
  'keychain.damaged': {
    en: {
      what: 'The encrypted file of {account} in {folder} is missing or was changed.',
      fix: "Store the key again with `mewcode keys set`; the keychain's entry was left as it is.",
    },
    'zh-CN': {
      what: '{folder} 里 {account} 的加密文件丢失或被改过。',
      fix: '用 `mewcode keys set` 重新存一次密钥；钥匙串里的条目没有动。',
    },
  },
  'keychain.file_open': {
    en: { what: 'Other users of this computer can read {file}; it is not used.', fix: 'Run `chmod 600 {file}`.' },
    'zh-CN': { what: '这台电脑的其他用户能读 {file}，因此没有使用它。', fix: '运行 `chmod 600 {file}`。' },
  },
  'keychain.file_unusable': {
    en: {
      what: 'The file of keys {file} cannot be used: {detail}',
      fix: 'Correct the file or its permissions, or store the key in the keychain.',
    },
    'zh-CN': { what: '密钥文件 {file} 无法使用：{detail}', fix: '改正文件内容或权限，或者把密钥存进钥匙串。' },
  },
  'keychain.unavailable': {
    en: {
      what: 'The keychain ({backend}) does not answer: {detail}',
      fix: 'Unlock it and try again, or use an environment variable, a key for this session only, or a plain file.',
    },
    'zh-CN': { what: '钥匙串（{backend}）没有响应：{detail}', fix: '解锁后重试，或者改用环境变量、仅本次会话的密钥、明文文件。' },
  },
} as const satisfies ErrorTexts

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
      what: 'The keychain ({backend}) cannot be used in this session.',
      fix: 'Unlock it; on Linux, start gnome-keyring or KWallet first. Or keep the key in an environment variable, for this run only, or in a plain file.',
    },
    'zh-CN': {
      what: '这次登录里用不了钥匙串（{backend}）。',
      fix: '先解锁；Linux 上要先启动 gnome-keyring 或 KWallet。也可以把密钥放在环境变量里、只在这次运行中用，或者存进明文文件。',
    },
  },
} as const satisfies ErrorTexts

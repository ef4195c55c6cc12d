import type { ErrorTexts } from './types.ts'

export const usageTexts = {
  'usage.bad_value': {
    en: { what: '{option} does not take “{value}”.', fix: 'It takes {expected}.' },
    'zh-CN': { what: '{option} 不接受“{value}”。', fix: '可用的值：{expected}。' },
  },
  'usage.missing_argument': {
    en: { what: '`mewcode {command}` needs {argument}.', fix: '`mewcode {command} --help` shows how it is called.' },
    'zh-CN': { what: '`mewcode {command}` 缺少 {argument}。', fix: '用法见 `mewcode {command} --help`。' },
  },
  'usage.node_too_old': {
    en: {
      what: 'MewCode needs Node 22.12 or newer; this is {version}.',
      fix: 'Install Node 22.12 or newer, or run `npm ci` in the checkout, which brings its own.',
    },
    'zh-CN': {
      what: 'MewCode 需要 Node 22.12 或更新版本，现在是 {version}。',
      fix: '安装 Node 22.12 或更新版本，或者在源码目录运行 `npm ci`，它自带 Node。',
    },
  },
  'usage.option_conflict': {
    en: { what: '{first} and {second} exclude each other.', fix: 'Leave one of them out.' },
    'zh-CN': { what: '{first} 和 {second} 不能同时用。', fix: '去掉其中一个。' },
  },
  'usage.port_unavailable': {
    en: { what: 'Port {port} cannot be used: {reason}.', fix: 'Choose another with --port, or leave it out to take any free one.' },
    'zh-CN': { what: '端口 {port} 用不了：{reason}。', fix: '用 --port 换一个，或者省略它，自动选空闲端口。' },
  },
  'usage.secret_argument': {
    en: {
      what: '`mewcode {command}` takes no key on the command line, where other programs can read it.',
      fix: 'Give it on standard input. If this was a real key, replace it at the provider.',
    },
    'zh-CN': {
      what: '`mewcode {command}` 不接受写在命令行里的密钥，其他程序看得到。',
      fix: '从标准输入给出。如果刚才写的是真密钥，到服务商那里换一个。',
    },
  },
  'usage.unexpected_argument': {
    en: {
      what: '`{program}` has no use for “{argument}”.',
      fix: 'Put a text with blanks in quotes; `{program} --help` shows how it is called.',
    },
    'zh-CN': { what: '`{program}` 用不上“{argument}”。', fix: '带空格的文字要加引号；用法见 `{program} --help`。' },
  },
  'usage.unknown_command': {
    en: { what: 'There is no command `{command}`.', fix: 'The closest is `{similar}`; `mewcode --help` lists all.' },
    'zh-CN': { what: '没有 `{command}` 这个命令。', fix: '最接近的是 `{similar}`；全部命令见 `mewcode --help`。' },
  },
  'usage.unknown_option': {
    en: { what: '`{program}` has no option {option}.', fix: 'The closest is {similar}; `{program} --help` lists all.' },
    'zh-CN': { what: '`{program}` 没有选项 {option}。', fix: '最接近的是 {similar}；全部选项见 `{program} --help`。' },
  },
} as const satisfies ErrorTexts

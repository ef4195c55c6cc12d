/** Languages the product speaks. */
export type Language = 'en' | 'zh-CN'

export interface ErrorText {
  /** What happened. One sentence. */
  what: string
  /** What to do. One sentence. */
  fix: string
}

/**
 * Every failure a user can meet, in both languages. `{name}` takes the error's parameter of that name.
 * A code is never renamed or dropped without a major version.
 */
export const errorTexts = {
  internal: {
    en: {
      what: 'MewCode met a fault of its own: {detail}',
      fix: 'Try again; if it stays, run `mewcode doctor` and report it with the log.',
    },
    'zh-CN': { what: 'MewCode 内部出错：{detail}', fix: '重试一次；如果还是这样，运行 `mewcode doctor`，连同日志一起反馈。' },
  },
  'rpc.closed': {
    en: { what: 'The connection to MewCode ended.', fix: 'Reload the page; a turn that was running goes on.' },
    'zh-CN': { what: '与 MewCode 的连接断开了。', fix: '重新加载页面；正在运行的回合不受影响。' },
  },
  'rpc.invalid_frame': {
    en: {
      what: 'MewCode received a message it cannot read, and ended the connection.',
      fix: 'Reload the page; if it stays, report it with the log.',
    },
    'zh-CN': { what: 'MewCode 收到一条读不懂的消息，连接已断开。', fix: '重新加载页面；如果还是这样，连同日志一起反馈。' },
  },
  'rpc.invalid_input': {
    en: { what: 'The call {method} was refused: {field}: {problem}', fix: 'Correct the value of {field}.' },
    'zh-CN': { what: '调用 {method} 被拒绝：{field}：{problem}', fix: '改正 {field} 的值。' },
  },
  'rpc.protocol': {
    en: {
      what: 'This page speaks version {theirs} of the protocol, MewCode speaks {ours}.',
      fix: 'Reload the page, so that both are of the same version.',
    },
    'zh-CN': { what: '页面的协议版本是 {theirs}，MewCode 的是 {ours}。', fix: '重新加载页面，让两边版本一致。' },
  },
  'rpc.too_large': {
    en: { what: 'The data of {method} is larger than 1 MB.', fix: 'Attach it as a file, or send less at once.' },
    'zh-CN': { what: '{method} 的数据超过 1 MB。', fix: '改用附件，或者分几次发送。' },
  },
  'rpc.unauthorized': {
    en: { what: 'This page has no valid link to MewCode.', fix: 'Open the link that `mewcode serve` printed.' },
    'zh-CN': { what: '这个页面没有有效的 MewCode 链接。', fix: '打开 `mewcode serve` 打印的链接。' },
  },
  'rpc.unknown_method': {
    en: { what: 'MewCode knows no call named {method}.', fix: 'Reload the page, so that it matches the running version.' },
    'zh-CN': { what: 'MewCode 没有名为 {method} 的调用。', fix: '重新加载页面，让它与正在运行的版本一致。' },
  },
  'rpc.unknown_window': {
    en: { what: 'This window belongs to an earlier start of MewCode.', fix: 'Open the project again from Home or with the new link.' },
    'zh-CN': { what: '这个窗口属于 MewCode 的上一次启动。', fix: '从首页或用新链接重新打开项目。' },
  },
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
  'usage.unexpected_argument': {
    en: {
      what: '`mewcode {command}` has no use for “{argument}”.',
      fix: 'Put a text with blanks in quotes; `mewcode {command} --help` shows how it is called.',
    },
    'zh-CN': { what: '`mewcode {command}` 用不上“{argument}”。', fix: '带空格的文字要加引号；用法见 `mewcode {command} --help`。' },
  },
  'usage.unknown_command': {
    en: { what: 'There is no command `{command}`.', fix: 'The closest is `{similar}`; `mewcode --help` lists all.' },
    'zh-CN': { what: '没有 `{command}` 这个命令。', fix: '最接近的是 `{similar}`；全部命令见 `mewcode --help`。' },
  },
  'usage.unknown_option': {
    en: { what: '`mewcode {command}` has no option {option}.', fix: 'The closest is {similar}; `mewcode {command} --help` lists all.' },
    'zh-CN': { what: '`mewcode {command}` 没有选项 {option}。', fix: '最接近的是 {similar}；全部选项见 `mewcode {command} --help`。' },
  },
} as const satisfies Record<string, Record<Language, ErrorText>>

export type ErrorCode = keyof typeof errorTexts

/** The two sentences of `code` in `language`, with `params` filled in; unknown codes read as `internal`. */
export function errorText(code: string, params: Readonly<Record<string, string>>, language: Language): ErrorText {
  const entry = Object.hasOwn(errorTexts, code) ? errorTexts[code as ErrorCode] : errorTexts.internal
  const text: ErrorText = entry[language]
  return { what: fill(text.what, params), fix: fill(text.fix, params) }
}

function fill(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
}

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
  'files.ticket_invalid': {
    en: { what: 'This file link was used already or is older than a minute.', fix: 'Drop the file again, or open the output again.' },
    'zh-CN': { what: '这个文件链接已经用过，或者超过一分钟了。', fix: '重新拖入文件，或重新打开输出。' },
  },
  'files.too_large': {
    en: {
      what: '{name} is larger than {limit}.',
      fix: 'Put the file into the project and name it in the prompt, or attach a smaller part.',
    },
    'zh-CN': { what: '{name} 超过 {limit}。', fix: '把文件放进项目并在消息里提到它，或者只附上其中一部分。' },
  },
  internal: {
    en: {
      what: 'MewCode met a fault of its own: {detail}',
      fix: 'Try again; if it stays, run `mewcode doctor` and report it with the log.',
    },
    'zh-CN': { what: 'MewCode 内部出错：{detail}', fix: '重试一次；如果还是这样，运行 `mewcode doctor`，连同日志一起反馈。' },
  },
  'permission.asks_exec': {
    en: { what: 'This runs a command, and the mode asks before that.', fix: 'Read the command before you allow it.' },
    'zh-CN': { what: '这会运行命令，当前模式要先问。', fix: '看清命令再放行。' },
  },
  'permission.asks_network': {
    en: { what: 'This contacts another host, and the mode asks before that.', fix: 'Look at the host before you allow it.' },
    'zh-CN': { what: '这会访问其他主机，当前模式要先问。', fix: '看清主机再放行。' },
  },
  'permission.asks_write': {
    en: { what: 'This changes a file, and the mode asks before that.', fix: 'Look at the change before you allow it.' },
    'zh-CN': { what: '这会修改文件，当前模式要先问。', fix: '看清改动再放行。' },
  },
  'permission.blacklist': {
    en: { what: 'Refused in every mode: {what}.', fix: 'Run it yourself in a terminal if it is really meant.' },
    'zh-CN': { what: '任何模式下都会拒绝：{what}。', fix: '确实需要的话，自己在终端里运行。' },
  },
  'permission.mode_allow': {
    en: { what: 'The mode allows it.', fix: 'Choose another mode to be asked first.' },
    'zh-CN': { what: '当前模式允许。', fix: '换一个模式就会先问。' },
  },
  'permission.mode_deny': {
    en: { what: 'The mode {mode} refuses it.', fix: 'Choose another mode, or allow it by a rule where the mode takes rules.' },
    'zh-CN': { what: '模式 {mode} 拒绝这个操作。', fix: '换一个模式；模式支持规则时，也可以用规则放行。' },
  },
  'permission.never_written': {
    en: { what: '{path} decides what MewCode or git may run; the agent never writes it.', fix: 'Edit it yourself.' },
    'zh-CN': { what: '{path} 决定 MewCode 或 git 能运行什么，agent 不会写它。', fix: '自己修改这个文件。' },
  },
  'permission.outside_read': {
    en: { what: '{path} lies outside the project.', fix: 'Allow it if the agent is to read there.' },
    'zh-CN': { what: '{path} 在项目之外。', fix: '需要 agent 读这里时再放行。' },
  },
  'permission.outside_write': {
    en: { what: '{path} lies outside the project.', fix: 'Allow it if the agent is to write there.' },
    'zh-CN': { what: '{path} 在项目之外。', fix: '需要 agent 写这里时再放行。' },
  },
  'permission.read_only_command': {
    en: { what: 'The command only reads inside the project.', fix: 'A deny rule would refuse it.' },
    'zh-CN': { what: '这条命令只读项目里的内容。', fix: '想禁止就加一条 deny 规则。' },
  },
  'permission.reads': {
    en: { what: 'It changes nothing.', fix: 'A deny rule would refuse it.' },
    'zh-CN': { what: '它不改变任何东西。', fix: '想禁止就加一条 deny 规则。' },
  },
  'permission.rule_allow': {
    en: { what: 'The rule {rule} allows it.', fix: 'Remove the rule to be asked.' },
    'zh-CN': { what: '规则 {rule} 允许这个操作。', fix: '删掉这条规则就会先问。' },
  },
  'permission.rule_ask': {
    en: { what: 'The rule {rule} asks before this.', fix: 'Look at the call before you allow it.' },
    'zh-CN': { what: '规则 {rule} 要求先问。', fix: '看清内容再放行。' },
  },
  'permission.rule_deny': {
    en: { what: 'The rule {rule} refuses it.', fix: 'Change the rule if this is to be allowed.' },
    'zh-CN': { what: '规则 {rule} 拒绝这个操作。', fix: '要放行就修改这条规则。' },
  },
  'permission.runs_things': {
    en: { what: '{path} runs or widens things later.', fix: 'Read the change before you allow it.' },
    'zh-CN': { what: '{path} 以后会运行程序或放宽权限。', fix: '看清改动再放行。' },
  },
  'permission.secret_file': {
    en: { what: '{path} usually holds secrets.', fix: 'Allow it if the model may see them.' },
    'zh-CN': { what: '{path} 里通常有密钥。', fix: '允许模型看到时再放行。' },
  },
  'permission.session': {
    en: { what: 'You allowed it for this session.', fix: 'A new session asks again.' },
    'zh-CN': { what: '本次会话里已经放行。', fix: '新会话会重新问。' },
  },
  'permission.unresolved': {
    en: { what: 'Where {path} leads cannot be told.', fix: 'Allow it only if you know the place.' },
    'zh-CN': { what: '看不出 {path} 指向哪里。', fix: '知道它指向哪里再放行。' },
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
  'storage.broken': {
    en: {
      what: 'The database {path} is damaged: {detail}',
      fix: 'Start MewCode again: it checks the file, keeps it under another name, and begins a new one if it has to.',
    },
    'zh-CN': { what: '数据库 {path} 已损坏：{detail}', fix: '重新启动 MewCode：它会检查这个文件，必要时换个名字保留下来，再建一个新的。' },
  },
  'storage.busy': {
    en: {
      what: 'Another process has kept the database {path} locked for 5 seconds.',
      fix: 'Close other MewCode windows and commands, then try again.',
    },
    'zh-CN': { what: '另一个进程占用数据库 {path} 超过 5 秒。', fix: '关闭其他 MewCode 窗口和命令，再试一次。' },
  },
  'storage.full': {
    en: { what: 'The disk that holds {path} is full.', fix: 'Free some space and try again; what was saved before is kept.' },
    'zh-CN': { what: '{path} 所在的磁盘已满。', fix: '腾出一些空间再试；之前保存的内容都在。' },
  },
  'storage.home_unusable': {
    en: { what: 'The folder {path} cannot be made or written.', fix: 'Check its permissions, or set MEWCODE_HOME to another folder.' },
    'zh-CN': { what: '文件夹 {path} 无法创建或写入。', fix: '检查它的权限，或把 MEWCODE_HOME 设为其他文件夹。' },
  },
  'storage.newer': {
    en: {
      what: 'The database {path} was written by a newer MewCode (format {found}; this one knows up to {known}).',
      fix: 'Update MewCode, or set MEWCODE_HOME to another folder.',
    },
    'zh-CN': {
      what: '数据库 {path} 由更新版本的 MewCode 写入（格式 {found}，当前版本只认识到 {known}）。',
      fix: '更新 MewCode，或者把 MEWCODE_HOME 指向另一个文件夹。',
    },
  },
  'storage.set_aside': {
    en: {
      what: 'The database could not be read ({detail}). It was kept as {path}, and an empty one is in use.',
      fix: 'Keep that file: it holds your earlier sessions. Your project folders are untouched.',
    },
    'zh-CN': {
      what: '数据库无法读取（{detail}）。原文件已保留为 {path}，现在用的是一个空数据库。',
      fix: '留好那个文件，里面是之前的会话；项目文件夹没有动过。',
    },
  },
  'storage.unwritable': {
    en: {
      what: 'The database {path} cannot be opened for writing: {detail}',
      fix: 'Give yourself write access to its folder, or set MEWCODE_HOME to another one.',
    },
    'zh-CN': { what: '数据库 {path} 无法写入：{detail}', fix: '给自己加上这个文件夹的写权限，或者把 MEWCODE_HOME 指向另一个文件夹。' },
  },
  'tool.ripgrep_missing': {
    en: { what: 'The search program {path} is missing or cannot be run.', fix: 'Install MewCode again; from source, run `npm ci`.' },
    'zh-CN': { what: '搜索程序 {path} 缺失或无法运行。', fix: '重新安装 MewCode；从源码运行时执行 `npm ci`。' },
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
  'usage.port_unavailable': {
    en: { what: 'Port {port} cannot be used: {reason}.', fix: 'Choose another with --port, or leave it out to take any free one.' },
    'zh-CN': { what: '端口 {port} 用不了：{reason}。', fix: '用 --port 换一个，或者省略它，自动选空闲端口。' },
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

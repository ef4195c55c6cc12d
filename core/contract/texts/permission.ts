import type { ErrorTexts } from './types.ts'

export const permissionTexts = {
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
} as const satisfies ErrorTexts

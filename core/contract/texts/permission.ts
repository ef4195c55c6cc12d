import type { ErrorTexts } from './types.ts'

export const permissionTexts = {
  'permission.asks_always': {
    en: { what: '{tool} brings something in from elsewhere and asks each time.', fix: 'Read what it brings before you allow it.' },
    'zh-CN': { what: '{tool} 会从别处带来内容，每次都要先问。', fix: '看清带来的内容再放行。' },
  },
  'permission.asks_exec': {
    en: { what: 'This runs a command, and the mode asks before that.', fix: 'Read the command before you allow it.' },
    'zh-CN': { what: '这会运行命令，当前模式要先问。', fix: '看清命令再放行。' },
  },
  'permission.asks_handover': {
    en: {
      what: 'The conversation is to go on as another agent, with its instructions and tools.',
      fix: 'Look at which one; `/agent default` returns.',
    },
    'zh-CN': { what: '会话要交给另一个 agent，换用它的指令和工具。', fix: '看清是哪一个再放行；`/agent default` 可以换回来。' },
  },
  'permission.asks_network': {
    en: { what: 'This contacts another host, and the mode asks before that.', fix: 'Look at the host before you allow it.' },
    'zh-CN': { what: '这会访问其他主机，当前模式要先问。', fix: '看清主机再放行。' },
  },
  'permission.asks_write': {
    en: { what: 'This changes a file, and the mode asks before that.', fix: 'Look at the change before you allow it.' },
    'zh-CN': { what: '这会修改文件，当前模式要先问。', fix: '看清改动再放行。' },
  },
  'permission.bad_call': {
    en: {
      what: 'The tool {tool} does not take these arguments: {field} must be {expected}.',
      fix: 'Give the arguments as the agent would, as JSON.',
    },
    'zh-CN': { what: '工具 {tool} 不接受这些参数：{field} 应为 {expected}。', fix: '按 agent 调用时的格式给出 JSON 参数。' },
  },
  'permission.bad_rule': {
    en: {
      what: '{rule} is no rule that can hold.',
      fix: 'Write Tool or Tool(pattern), for example Bash(npm test), Read(src/**) or mcp__github__*.',
    },
    'zh-CN': {
      what: '{rule} 不是能生效的规则。',
      fix: '写成 Tool 或 Tool(pattern)，例如 Bash(npm test)、Read(src/**) 或 mcp__github__*。',
    },
  },
  'permission.blacklist': {
    en: { what: 'Refused in every mode: {what}.', fix: 'Run it yourself in a terminal if it is really meant.' },
    'zh-CN': { what: '任何模式下都会拒绝：{what}。', fix: '确实需要的话，自己在终端里运行。' },
  },
  'permission.folder_missing': {
    en: { what: 'There is no folder {folder}.', fix: 'Give the path of a folder that is there.' },
    'zh-CN': { what: '没有文件夹 {folder}。', fix: '给出一个存在的文件夹路径。' },
  },
  'permission.folder_wide': {
    en: {
      what: '{folder} is too wide: it holds your whole home folder or the files of MewCode.',
      fix: 'Add a folder inside of it.',
    },
    'zh-CN': { what: '{folder} 范围太大：包含整个主目录或 MewCode 自己的文件。', fix: '添加其中的某个文件夹。' },
  },
  'permission.hook_asks': {
    en: { what: 'The hook {hook} wants a person to look: {reason}', fix: 'Change the hook if this is not wanted.' },
    'zh-CN': { what: '钩子 {hook} 要求由人确认：{reason}', fix: '如果不想这样，修改钩子。' },
  },
  'permission.main_tree': {
    en: { what: '{path} lies outside the worktree this agent has to itself.', fix: 'It writes inside its worktree only.' },
    'zh-CN': { what: '{path} 不在这个 agent 自己的工作树里。', fix: '它只能写自己的工作树。' },
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
  'permission.not_run': {
    en: { what: '{tool} did not run. {reason}', fix: '`--allow` with the rule {rule} lets it run.' },
    'zh-CN': { what: '{tool} 没有运行。{reason}', fix: '用 `--allow` 加上规则 {rule} 就能运行。' },
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
  'permission.risk_as_root': {
    en: { what: "It runs with another user's rights.", fix: 'Allow it only if those rights are needed.' },
    'zh-CN': { what: '它会以其他用户的权限运行。', fix: '确实需要这些权限时再放行。' },
  },
  'permission.risk_environment': {
    en: { what: 'It sets a variable that can change what programs run.', fix: 'Look at the variable before you allow it.' },
    'zh-CN': { what: '它会设置变量，可能改变程序的行为。', fix: '看清变量再放行。' },
  },
  'permission.risk_network': {
    en: { what: 'It contacts another host.', fix: 'Look at the host before you allow it.' },
    'zh-CN': { what: '它会访问其他主机。', fix: '看清主机再放行。' },
  },
  'permission.risk_outside': {
    en: { what: 'It reaches outside the project.', fix: 'Look at the place before you allow it.' },
    'zh-CN': { what: '它会碰到项目之外的地方。', fix: '看清位置再放行。' },
  },
  'permission.risk_removes': {
    en: { what: 'It removes files.', fix: 'Look at what is removed before you allow it.' },
    'zh-CN': { what: '它会删除文件。', fix: '看清删除什么再放行。' },
  },
  'permission.risk_runs_code': {
    en: { what: 'It runs code or another program that stands in its arguments.', fix: 'Read the arguments before you allow it.' },
    'zh-CN': { what: '它会运行参数里的代码或其他程序。', fix: '看清参数再放行。' },
  },
  'permission.risk_runs_later': {
    en: { what: 'It changes a file that runs or widens things later.', fix: 'Read the change before you allow it.' },
    'zh-CN': { what: '它会修改以后会运行程序或放宽权限的文件。', fix: '看清改动再放行。' },
  },
  'permission.risk_secret': {
    en: { what: 'It reaches a file that usually holds secrets.', fix: 'Allow it if the model may see them.' },
    'zh-CN': { what: '它会碰到通常存有密钥的文件。', fix: '允许模型看到时再放行。' },
  },
  'permission.risk_unknown_program': {
    en: { what: 'Which program it starts is only known when it runs.', fix: 'Allow it only if you know what it starts.' },
    'zh-CN': { what: '运行时才知道它会启动哪个程序。', fix: '清楚它会启动什么再放行。' },
  },
  'permission.risk_unknown_word': {
    en: { what: 'Some of its words are only known when it runs.', fix: 'Allow it only if you know what they become.' },
    'zh-CN': { what: '有些参数运行时才知道。', fix: '清楚它们的值再放行。' },
  },
  'permission.risk_unread': {
    en: { what: 'It cannot be read as a shell line; anything may run.', fix: 'Write it plainer, or read it closely before you allow it.' },
    'zh-CN': { what: '无法按 shell 语法读懂，什么都可能运行。', fix: '写得更直白，或仔细看过再放行。' },
  },
  'permission.risk_writes_file': {
    en: { what: 'It writes a file.', fix: "Look at the file's name before you allow it." },
    'zh-CN': { what: '它会写文件。', fix: '看清文件名再放行。' },
  },
  'permission.rule_allow': {
    en: { what: 'The rule {rule} ({source}) allows it.', fix: 'Remove the rule to be asked.' },
    'zh-CN': { what: '规则 {rule}（{source}）允许这个操作。', fix: '删掉这条规则就会先问。' },
  },
  'permission.rule_ask': {
    en: { what: 'The rule {rule} ({source}) asks before this.', fix: 'Look at the call before you allow it.' },
    'zh-CN': { what: '规则 {rule}（{source}）要求先问。', fix: '看清内容再放行。' },
  },
  'permission.rule_deny': {
    en: { what: 'The rule {rule} ({source}) refuses it.', fix: 'Change the rule if this is to be allowed.' },
    'zh-CN': { what: '规则 {rule}（{source}）拒绝这个操作。', fix: '要放行就修改这条规则。' },
  },
  'permission.rule_may_deny': {
    en: {
      what: 'The rule {rule} ({source}) may refuse it: the line does not say all that it runs.',
      fix: 'Write the line without variables and patterns, or allow it once.',
    },
    'zh-CN': { what: '规则 {rule}（{source}）可能禁止它：这行命令没有写明全部内容。', fix: '不用变量和通配符重写，或只放行这一次。' },
  },
  'permission.runs_things': {
    en: { what: '{path} runs or widens things later.', fix: 'Read the change before you allow it.' },
    'zh-CN': { what: '{path} 以后会运行程序或放宽权限。', fix: '看清改动再放行。' },
  },
  'permission.sandbox_hosts': {
    en: {
      what: 'A list of hosts for the network cannot be held to here: {detail}. The server was not started.',
      fix: 'Install Node.js (on Linux), or set `network: all` in its entry.',
    },
    'zh-CN': {
      what: '这里无法按主机列表限制网络：{detail}。服务器没有启动。',
      fix: '安装 Node.js（Linux），或在它的配置里写 `network: all`。',
    },
  },
  'permission.sandbox_required': {
    en: {
      what: '`sandbox: required` is set in {file}, and nothing can be sandboxed here: {detail}. The command was not run.',
      fix: 'Install bubblewrap (on Linux) and look at `mewcode doctor`, or set `sandbox` to on or off.',
    },
    'zh-CN': {
      what: '{file} 设置了 `sandbox: required`，但这里无法使用沙箱：{detail}。命令没有运行。',
      fix: '安装 bubblewrap（Linux）并查看 `mewcode doctor`，或把 `sandbox` 设为 on 或 off。',
    },
  },
  'permission.sandbox_unavailable': {
    en: {
      what: '`sandbox: on` is set in {file}, and nothing can be sandboxed here: {detail}. Commands run without a sandbox.',
      fix: 'Install bubblewrap (on Linux) and look at `mewcode doctor`, or set `sandbox` to required to refuse commands.',
    },
    'zh-CN': {
      what: '{file} 设置了 `sandbox: on`，但这里无法使用沙箱：{detail}。命令不在沙箱里运行。',
      fix: '安装 bubblewrap（Linux）并查看 `mewcode doctor`，或把 `sandbox` 设为 required 来拒绝命令。',
    },
  },
  'permission.secret_file': {
    en: { what: '{path} usually holds secrets.', fix: 'Allow it if the model may see them.' },
    'zh-CN': { what: '{path} 里通常有密钥。', fix: '允许模型看到时再放行。' },
  },
  'permission.secret_folder': {
    en: {
      what: '{path} holds files that usually hold secrets, and this reads them all.',
      fix: 'Name the files to look at, or allow it if the model may see them.',
    },
    'zh-CN': { what: '{path} 里有通常存放密钥的文件，这条命令会全部读到。', fix: '写明要看的文件，或允许模型看到时再放行。' },
  },
  'permission.session': {
    en: { what: 'You allowed it for this session.', fix: 'A new session asks again.' },
    'zh-CN': { what: '本次会话里已经放行。', fix: '新会话会重新问。' },
  },
  'permission.special_file': {
    en: { what: '{path} is a pipe, a device or a socket.', fix: 'Allow it if that is meant.' },
    'zh-CN': { what: '{path} 是管道、设备或套接字。', fix: '确实要用它时再放行。' },
  },
  'permission.tool_changed': {
    en: {
      what: '{tool} is not as it was when you last looked: its server describes it differently now.',
      fix: 'Read what it says now under Settings, MCP servers; then your rules hold for it again.',
    },
    'zh-CN': {
      what: '{tool} 与你上次查看时不同：服务器改了它的说明。',
      fix: '在“设置 → MCP 服务器”里查看现在的说明，之后规则才会重新生效。',
    },
  },
  'permission.unknown_tool': {
    en: { what: 'There is no tool {tool}.', fix: 'The closest is {similar}; tools of MCP servers are written mcp__server__tool.' },
    'zh-CN': { what: '没有工具 {tool}。', fix: '最接近的是 {similar}；MCP 服务器的工具写成 mcp__server__tool。' },
  },
  'permission.unresolved': {
    en: { what: 'Where {path} leads cannot be told.', fix: 'Allow it only if you know the place.' },
    'zh-CN': { what: '看不出 {path} 指向哪里。', fix: '知道它指向哪里再放行。' },
  },
} as const satisfies ErrorTexts

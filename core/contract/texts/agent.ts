import type { ErrorTexts } from './types.ts'

export const agentTexts = {
  'agent.bad_name': {
    en: {
      what: 'The name `{name}` is none an agent can be called by.',
      fix: 'Name it with letters, digits, `-` and `_`, 32 at most: `{better}`.',
    },
    'zh-CN': { what: '名称 `{name}` 不能用来称呼 agent。', fix: '用字母、数字、`-`、`_` 命名，最多 32 个字符，例如 `{better}`。' },
  },
  'agent.broken': {
    en: { what: 'The agent {name} cannot be used: {path}', fix: '`mewcode agents check FILE` says what is wrong with it.' },
    'zh-CN': { what: 'agent {name} 不能用：{path}', fix: '用 `mewcode agents check FILE` 查看问题。' },
  },
  'agent.budget_spent': {
    en: {
      what: 'The budget for agents of this conversation is spent: {spent} of {limit}.',
      fix: 'Do not retry; the user can raise it in Settings → Agents.',
    },
    'zh-CN': { what: '这个会话的 agent 预算用完了：{spent} / {limit}。', fix: '不要重试；用户可以在“设置 → Agents”里调高。' },
  },
  'agent.changed_meanwhile': {
    en: { what: 'The file was changed by somebody else meanwhile.', fix: 'Read it again, then make your change once more.' },
    'zh-CN': { what: '文件已被别处改过。', fix: '重新读取后再改一次。' },
  },
  'agent.comment_kept': {
    en: { what: '` #` would end the value of `{key}`; it was read to the end of the line.', fix: 'Put the value in quotes.' },
    'zh-CN': { what: '` #` 会截断 `{key}` 的值，已读到行尾。', fix: '给这个值加上引号。' },
  },
  'agent.dont_ask': {
    en: {
      what: '`permissionMode: dontAsk` refuses what would ask; in the original it allowed it.',
      fix: 'Write `autoApprove: true` for the original meaning.',
    },
    'zh-CN': { what: '`permissionMode: dontAsk` 会拒绝需要询问的操作；在原版里是放行。', fix: '要原版的含义，写 `autoApprove: true`。' },
  },
  'agent.duplicate_key': {
    en: { what: '`{key}` stands twice; the first one counts.', fix: 'Remove one of them.' },
    'zh-CN': { what: '`{key}` 出现了两次，以第一个为准。', fix: '删掉其中一个。' },
  },
  'agent.empty_report': {
    en: { what: 'The agent ended without a report.', fix: 'Look at its transcript, and ask it again with a clearer task.' },
    'zh-CN': { what: 'agent 结束时没有给出报告。', fix: '看看它的记录，把任务写清楚再让它做一次。' },
  },
  'agent.ended_early': {
    en: {
      what: 'The agent ended early ({stopReason}); what it said until then is kept.',
      fix: 'Send it a message: it goes on with its transcript.',
    },
    'zh-CN': { what: 'agent 提前结束（{stopReason}），已说的内容保留着。', fix: '给它发条消息，会接着原来的记录继续。' },
  },
  'agent.fork_of_fork': {
    en: { what: 'A copy of a conversation starts no further copies.', fix: 'Do the task yourself; do not retry.' },
    'zh-CN': { what: '会话的副本不能再开副本。', fix: '自己完成这个任务，不要重试。' },
  },
  'agent.handover_nested': {
    en: { what: 'Only the conversation with the user can be handed over.', fix: 'Start the agent without `handoff`; do not retry.' },
    'zh-CN': { what: '只有与用户的会话才能交给别的 agent。', fix: '去掉 `handoff` 再启动，不要重试。' },
  },
  'agent.handover_remote': {
    en: { what: '{name} works on another machine: a conversation here cannot be handed to it.', fix: 'Give it a task instead.' },
    'zh-CN': { what: '{name} 在另一台机器上，不能接管这里的会话。', fix: '改为给它派一个任务。' },
  },
  'agent.hidden_characters': {
    en: { what: '`{key}` holds characters nobody can see.', fix: 'Type the line anew.' },
    'zh-CN': { what: '`{key}` 里有看不见的字符。', fix: '把这一行重新输入一遍。' },
  },
  'agent.link_out': {
    en: { what: 'The link leads out of the project: {target}', fix: 'Copy the file into the project.' },
    'zh-CN': { what: '链接指向了项目之外：{target}', fix: '把文件复制到项目里。' },
  },
  'agent.name_differs': {
    en: { what: 'The text names the agent `{name}`, and it is to be saved as `{file}`.', fix: 'Write the same name in both places.' },
    'zh-CN': { what: '正文里的名称是 `{name}`，却要保存为 `{file}`。', fix: '两处写同一个名称。' },
  },
  'agent.name_from_file': {
    en: { what: 'It has no `name`; its file names it `{name}`.', fix: 'Add `name: {name}`.' },
    'zh-CN': { what: '没有 `name`，用文件名 `{name}` 代替。', fix: '加上 `name: {name}`。' },
  },
  'agent.never_closed': {
    en: { what: 'The head begins with `---` and never ends.', fix: 'Close it with a line `---`.' },
    'zh-CN': { what: '头部以 `---` 开始却没有结束。', fix: '用单独一行 `---` 收尾。' },
  },
  'agent.no_description': {
    en: { what: 'There is no description: nobody would know when to use it.', fix: 'Add `description:` that says what the agent is for.' },
    'zh-CN': { what: '没有 description，没人知道什么时候该用它。', fix: '加上 `description:`，写明这个 agent 用来做什么。' },
  },
  'agent.no_head': {
    en: { what: 'The file has no head between two lines `---`.', fix: 'Begin it with `---`, `name:`, `description:` and `---`.' },
    'zh-CN': { what: '文件没有用两行 `---` 围起来的头部。', fix: '以 `---`、`name:`、`description:`、`---` 开头。' },
  },
  'agent.no_name': {
    en: { what: 'It has no `name`, so it is read as a page of documentation.', fix: 'Add `name:` if it is an agent.' },
    'zh-CN': { what: '没有 `name`，当作普通文档。', fix: '如果是 agent，加上 `name:`。' },
  },
  'agent.no_prompt': {
    en: {
      what: 'There is nothing below the head: the agent is told nothing of its own.',
      fix: 'Write below the head what it is to do and how.',
    },
    'zh-CN': { what: '头部下面没有正文，agent 得不到任何说明。', fix: '在头部下面写明它要做什么、怎么做。' },
  },
  'agent.no_tools': {
    en: {
      what: 'None of its tools is known: `{tools}`. It would be left without any.',
      fix: 'Name tools such as read_file, grep or bash, or leave `tools` out for all.',
    },
    'zh-CN': {
      what: '`tools` 里没有一个认识的：`{tools}`，它将什么都用不了。',
      fix: '写 read_file、grep、bash 这类名称，或去掉 `tools` 表示全部。',
    },
  },
  'agent.not_found': {
    en: { what: 'There is no agent {name}.', fix: '`mewcode agents list` shows all of them.' },
    'zh-CN': { what: '没有叫 {name} 的 agent。', fix: '用 `mewcode agents list` 查看全部。' },
  },
  'agent.not_found_near': {
    en: { what: 'There is no agent {name}. Is {near} meant?', fix: '`mewcode agents list` shows all of them.' },
    'zh-CN': { what: '没有叫 {name} 的 agent。是不是 {near}？', fix: '用 `mewcode agents list` 查看全部。' },
  },
  'agent.not_startable': {
    en: { what: 'Its definition does not let it start {name}.', fix: 'It may start: {allowed}. Use one of them, or do the task yourself.' },
    'zh-CN': { what: '它的定义不允许启动 {name}。', fix: '可以启动：{allowed}。换用其中一个，或自己完成任务。' },
  },
  'agent.not_text': {
    en: { what: 'The file cannot be read as text.', fix: 'Save it as UTF-8, at most 1 MB.' },
    'zh-CN': { what: '文件不能按文本读取。', fix: '存成 UTF-8，不超过 1 MB。' },
  },
  'agent.remote_auth': {
    en: {
      what: '`auth` says no way to sign in that is known.',
      fix: 'Write `type: bearer` with `token`, `type: apiKey` with `key`, or `type: oauth`.',
    },
    'zh-CN': { what: '`auth` 里的登录方式无法识别。', fix: '写 `type: bearer` 加 `token`，`type: apiKey` 加 `key`，或 `type: oauth`。' },
  },
  'agent.remote_bound': {
    en: {
      what: 'An agent on another machine cannot be held to what is allowed here (reading only, or the limits of a skill), so it was not started.',
      fix: 'Leave plan mode, or start it from the conversation itself.',
    },
    'zh-CN': {
      what: '另一台机器上的 agent 不受这里的限制约束（只读，或技能的限制），所以没有启动它。',
      fix: '退出计划模式，或直接在会话里启动它。',
    },
  },
  'agent.remote_secret': {
    en: {
      what: 'The secret of `auth` must be named, not written into the file.',
      fix: 'Write `${NAME}` for a variable, or `{account}` for what the keychain holds.',
    },
    'zh-CN': { what: '`auth` 的密钥要写引用，不能直接写在文件里。', fix: '环境变量写 `${NAME}`，钥匙串写 `{account}`。' },
  },
  'agent.remote_url': {
    en: {
      what: '`agent_card_url` is missing, or is no address of the web.',
      fix: 'Write the https address of its agent card, without a name or password in it.',
    },
    'zh-CN': { what: '没有 `agent_card_url`，或它不是网址。', fix: '写上 agent card 的 https 地址，地址里不要带用户名或密码。' },
  },
  'agent.repaired': {
    en: { what: 'The value of `{key}` is no YAML as it stands; it was read as a person would.', fix: 'Put the value in quotes.' },
    'zh-CN': { what: '`{key}` 的值不合 YAML 语法，已按字面意思读取。', fix: '给这个值加上引号。' },
  },
  'agent.restriction_unread': {
    en: { what: '`{key}` cannot be read and may forbid something, so the agent is not used.', fix: 'Mend the value.' },
    'zh-CN': { what: '`{key}` 读不出来，可能是限制条件，所以不用这个 agent。', fix: '改正这个值。' },
  },
  'agent.scope_ignored': {
    en: {
      what: 'What stands in brackets has no effect: {tools}. The whole tool is meant; permission judges its calls.',
      fix: 'Put the rule into `permissions` of the settings.',
    },
    'zh-CN': { what: '括号里的内容不起作用：{tools}。按整个工具处理，调用仍由权限规则判断。', fix: '把规则写进设置里的 `permissions`。' },
  },
  'agent.shadowed': {
    en: { what: '{by} has this name too and comes before it.', fix: 'Rename one of them.' },
    'zh-CN': { what: '{by} 同名且优先。', fix: '给其中一个改名。' },
  },
  'agent.taken': {
    en: { what: 'There is an agent {name} here already.', fix: 'Choose another name, or edit that one.' },
    'zh-CN': { what: '这里已经有叫 {name} 的 agent。', fix: '换个名称，或修改已有的那个。' },
  },
  'agent.too_deep': {
    en: { what: 'Agents are nested at most {limit} deep.', fix: 'Do the task yourself; do not retry.' },
    'zh-CN': { what: 'agent 最多嵌套 {limit} 层。', fix: '自己完成这个任务，不要重试。' },
  },
  'agent.too_many': {
    en: { what: 'There are more than {limit} files; the rest are not read.', fix: 'Keep fewer agents in this folder.' },
    'zh-CN': { what: '文件超过 {limit} 个，其余的没有读取。', fix: '这个文件夹里少放一些。' },
  },
  'agent.unknown_keys': {
    en: { what: 'MewCode does not know: {keys}.', fix: 'They do no harm.' },
    'zh-CN': { what: 'MewCode 不认识：{keys}。', fix: '留着无妨。' },
  },
  'agent.unknown_kind': {
    en: { what: 'The kind `{kind}` is not known.', fix: 'Write `kind: remote` for an agent on another machine, or remove the line.' },
    'zh-CN': { what: '不认识的 kind `{kind}`。', fix: '另一台机器上的 agent 写 `kind: remote`，否则删掉这一行。' },
  },
  'agent.unknown_mode': {
    en: {
      what: 'There is no permission mode `{mode}`; default is used.',
      fix: 'Use default, acceptEdits, plan, bypassPermissions or dontAsk.',
    },
    'zh-CN': { what: '没有 `{mode}` 这种权限模式，改用 default。', fix: '用 default、acceptEdits、plan、bypassPermissions 或 dontAsk。' },
  },
  'agent.unknown_model': {
    en: {
      what: 'The model `{model}` is not known; where no provider is configured with it, the model of the conversation is used.',
      fix: 'Name a configured model, haiku, sonnet, opus or inherit.',
    },
    'zh-CN': {
      what: '不认识模型 `{model}`；没有服务商配置它时，沿用会话的模型。',
      fix: '写已配置的模型，或 haiku、sonnet、opus、inherit。',
    },
  },
  'agent.unknown_tools': {
    en: { what: 'These tools are not known and left out: {tools}', fix: 'Use names such as read_file, edit_file, bash, grep.' },
    'zh-CN': { what: '不认识这些工具，已忽略：{tools}', fix: '用 read_file、edit_file、bash、grep 这类名称。' },
  },
  'agent.unread_key': {
    en: { what: '`{key}` cannot be read: {detail}', fix: 'Mend the line.' },
    'zh-CN': { what: '`{key}` 读不出来：{detail}', fix: '改正这一行。' },
  },
  'agent.untrusted': {
    en: { what: 'Nobody has trusted this folder, so its agents are not used.', fix: 'Trust the folder: `mewcode trust allow`.' },
    'zh-CN': { what: '这个文件夹未被信任，里面的 agent 不会使用。', fix: '信任这个文件夹：`mewcode trust allow`。' },
  },
  'agent.without_effect': {
    en: { what: '`{key}` has no effect.', fix: 'Remove it, or leave it for other programs.' },
    'zh-CN': { what: '`{key}` 不起作用。', fix: '删掉它，或留给别的程序用。' },
  },
} as const satisfies ErrorTexts

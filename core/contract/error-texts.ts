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
  'approval.expired': {
    en: { what: 'This question has been answered or has ended already.', fix: 'Look at the session: it shows what became of the call.' },
    'zh-CN': { what: '这个问题已经有答复，或者已经失效。', fix: '看看会话，里面有这次调用的结果。' },
  },
  'config.bypass_project': {
    en: {
      what: '{file}, line {line}: a project may not set the mode bypassPermissions; it is ignored.',
      fix: 'Set it in your own settings.yaml, or pass --mode for one run.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：项目不能设置 bypassPermissions 模式，已忽略。',
      fix: '写进自己的 settings.yaml，或者单次运行时用 --mode。',
    },
  },
  'config.command_project': {
    en: {
      what: "{file}, line {line}: the key of provider {name} may not come from a command in a project's file.",
      fix: 'Move the entry to your own config.yaml, or use ${VARIABLE} or keychain:NAME.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：项目文件里的供应商 {name} 不能用命令取密钥。',
      fix: '把这一项移到自己的 config.yaml，或者改用 ${VARIABLE} 或 keychain:NAME。',
    },
  },
  'config.default_missing': {
    en: {
      what: '{file}, line {line}: default_provider names {name}, and there is no usable provider of that name.',
      fix: 'Correct the name, or add the provider.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：default_provider 指向 {name}，但没有可用的同名供应商。', fix: '改正名称，或者添加这个供应商。' },
  },
  'config.duplicate': {
    en: {
      what: '{file}, line {line}: a second provider is called {name}; the first one counts.',
      fix: 'Give it another name or remove it.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：供应商 {name} 重名，以前一个为准。', fix: '给它换个名字，或者删掉。' },
  },
  'config.entry': {
    en: {
      what: '{file}, line {line}: provider {name} is left out, because {key} does not hold what it must: {expected}.',
      fix: 'Correct {key}; the other providers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：供应商 {name} 未启用，{key} 的值不对，应为：{expected}。',
      fix: '改正 {key}；其他供应商不受影响。',
    },
  },
  'config.entry_misspelled_key': {
    en: {
      what: '{file}, line {line}: provider {name} is left out, because it has an unknown key: {key}.',
      fix: 'Did you mean {near}? The other providers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：供应商 {name} 未启用，里面有不认识的键：{key}。',
      fix: '是不是想写 {near}？其他供应商不受影响。',
    },
  },
  'config.entry_unknown_key': {
    en: {
      what: '{file}, line {line}: provider {name} is left out, because it has an unknown key: {key}.',
      fix: 'Remove or correct {key}; the other providers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：供应商 {name} 未启用，里面有不认识的键：{key}。',
      fix: '删掉或改正 {key}；其他供应商不受影响。',
    },
  },
  'config.invalid': {
    en: {
      what: '{file}, line {line}, is not valid YAML: {detail}',
      fix: 'Correct that line; until then the file is not used, and the rest of the configuration is.',
    },
    'zh-CN': { what: '{file} 第 {line} 行不是有效的 YAML：{detail}', fix: '改正这一行；在此之前不使用这个文件，其余配置照常生效。' },
  },
  'config.misspelled_key': {
    en: { what: '{file}, line {line}: unknown key {key}; it is ignored.', fix: 'Did you mean {near}?' },
    'zh-CN': { what: '{file} 第 {line} 行：不认识的键 {key}，已忽略。', fix: '是不是想写 {near}？' },
  },
  'config.plain_key': {
    en: {
      what: '{file}, line {line}: the key of provider {name} stands there in plain text.',
      fix: 'Store it with `mewcode keys set {name}` and remove api_key from the file.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：供应商 {name} 的密钥以明文写在文件里。',
      fix: '用 `mewcode keys set {name}` 存进钥匙串，再从文件里删掉 api_key。',
    },
  },
  'config.protocol': {
    en: {
      what: '{file}, line {line}: provider {name} is left out, because the protocol {protocol} is not supported yet.',
      fix: 'Use the protocol openai with the same address; the other providers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：供应商 {name} 未启用，暂不支持协议 {protocol}。',
      fix: '同一地址改用 openai 协议；其他供应商不受影响。',
    },
  },
  'config.unknown_key': {
    en: { what: '{file}, line {line}: unknown key {key}; it is ignored.', fix: 'Remove it or correct its spelling.' },
    'zh-CN': { what: '{file} 第 {line} 行：不认识的键 {key}，已忽略。', fix: '删掉它，或者改正拼写。' },
  },
  'config.unreadable': {
    en: {
      what: '{file} cannot be read: {detail}',
      fix: 'Make it a readable file; until then it is not used, and the rest of the configuration is.',
    },
    'zh-CN': { what: '无法读取 {file}：{detail}', fix: '把它改成可读的文件；在此之前不使用它，其余配置照常生效。' },
  },
  'config.untrusted': {
    en: {
      what: '{file}, line {line}: {key} is off, because this folder is not trusted.',
      fix: 'Read the file, then start with --trust to use it for one run.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：{key} 未生效，因为这个文件夹还没有被信任。',
      fix: '看过文件后，用 --trust 启动可在这一次运行中启用。',
    },
  },
  'config.unwritable': {
    en: { what: '{file} could not be saved: {detail}', fix: 'Give yourself write access to it and try again; nothing was changed.' },
    'zh-CN': { what: '{file} 保存失败：{detail}', fix: '加上写权限后重试；文件没有改动。' },
  },
  'config.value': {
    en: { what: '{file}, line {line}: {key} does not hold what it must ({expected}); it is ignored.', fix: 'Correct {key}.' },
    'zh-CN': { what: '{file} 第 {line} 行：{key} 的值不对（应为 {expected}），已忽略。', fix: '改正 {key}。' },
  },
  'config.variable_missing': {
    en: {
      what: '{file}, line {line}: {key} of provider {name} refers to the environment variable {variable}, which is not set.',
      fix: 'Set {variable} before starting MewCode, or change {key}.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：供应商 {name} 的 {key} 用到环境变量 {variable}，但它没有设置。',
      fix: '启动 MewCode 前设置 {variable}，或者修改 {key}。',
    },
  },
  'doctor.home_open': {
    en: { what: 'The folder {path} can be read by other users.', fix: 'Run chmod 700 on it.' },
    'zh-CN': { what: '文件夹 {path} 其他用户也能读。', fix: '对它运行 chmod 700。' },
  },
  'doctor.low_disk': {
    en: { what: 'Only {free} of disk space are left.', fix: 'Free some space; sessions need it.' },
    'zh-CN': { what: '磁盘只剩 {free}。', fix: '清理一些空间，会话需要它。' },
  },
  'doctor.no_git': {
    en: { what: 'No git was found on the path.', fix: 'Install git when you want the agent to use it.' },
    'zh-CN': { what: '路径里没有找到 git。', fix: '需要让它使用 git 时，先安装 git。' },
  },
  'files.attachment_missing': {
    en: { what: 'An attachment of this message is not there any more.', fix: 'Attach the file again.' },
    'zh-CN': { what: '这条消息的一个附件已经不在了。', fix: '重新附上文件。' },
  },
  'files.no_output': {
    en: { what: 'This call has no output that is kept in full.', fix: 'Look at the part shown in the session.' },
    'zh-CN': { what: '这次调用没有保存完整输出。', fix: '看会话里显示的部分。' },
  },
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
  'files.unreadable': {
    en: { what: '{path} cannot be read.', fix: 'Check that the file exists and that you may read it.' },
    'zh-CN': { what: '读不了 {path}。', fix: '确认文件存在，并且你有权读取。' },
  },
  'files.unsupported': {
    en: {
      what: '{name} is not a text file; images, PDFs and other formats come later.',
      fix: 'Attach a text file, or name the file in the prompt when it is in the project.',
    },
    'zh-CN': { what: '{name} 不是文本文件；图片、PDF 等格式以后支持。', fix: '附上文本文件；如果它在项目里，可以在消息里提到它。' },
  },
  'files.unwritable': {
    en: { what: '{path} cannot be written.', fix: 'Check that its folder exists and that you may write there.' },
    'zh-CN': { what: '写不了 {path}。', fix: '确认所在文件夹存在，并且你有权写入。' },
  },
  internal: {
    en: {
      what: 'MewCode met a fault of its own: {detail}',
      fix: 'Try again; if it stays, run `mewcode doctor` and report it with the log.',
    },
    'zh-CN': { what: 'MewCode 内部出错：{detail}', fix: '重试一次；如果还是这样，运行 `mewcode doctor`，连同日志一起反馈。' },
  },
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
  'project.bad_name': {
    en: { what: 'A folder cannot be called {name}.', fix: 'Choose a name without slashes that is not a dot.' },
    'zh-CN': { what: '文件夹不能叫 {name}。', fix: '换一个不带斜杠、不是点号的名字。' },
  },
  'project.exists': {
    en: { what: '{path} exists already.', fix: 'Choose another name or open that folder.' },
    'zh-CN': { what: '{path} 已经存在。', fix: '换个名字，或者打开那个文件夹。' },
  },
  'project.home_only': {
    en: { what: 'Only Home can do this.', fix: 'Go to Home first.' },
    'zh-CN': { what: '只有首页可以这样做。', fix: '先回到首页。' },
  },
  'project.missing': {
    en: { what: 'The folder {path} does not exist.', fix: 'Check the path, or choose another folder.' },
    'zh-CN': { what: '文件夹 {path} 不存在。', fix: '检查路径，或者选别的文件夹。' },
  },
  'project.no_picker': {
    en: { what: 'This host has no folder dialog of the system.', fix: 'Choose the folder from the list.' },
    'zh-CN': { what: '这里没有系统的文件夹对话框。', fix: '从列表里选文件夹。' },
  },
  'project.none': {
    en: { what: 'This window has no project.', fix: 'Open a project folder first.' },
    'zh-CN': { what: '这个窗口没有打开项目。', fix: '先打开一个项目文件夹。' },
  },
  'project.not_folder': {
    en: { what: '{path} is a file, not a folder.', fix: 'Open the folder that holds it.' },
    'zh-CN': { what: '{path} 是文件，不是文件夹。', fix: '打开它所在的文件夹。' },
  },
  'project.unreadable': {
    en: { what: 'MewCode may not read the folder {path}.', fix: 'Give yourself read access, or choose another folder.' },
    'zh-CN': { what: '没有权限读取文件夹 {path}。', fix: '给自己加上读取权限，或者选别的文件夹。' },
  },
  'project.unwritable': {
    en: { what: 'MewCode may not write to {path}.', fix: 'Give yourself write access, or choose another folder.' },
    'zh-CN': { what: '没有权限写入 {path}。', fix: '给自己加上写入权限，或者选别的文件夹。' },
  },
  'provider.auth': {
    en: {
      what: 'The key for {provider} was refused: {detail}',
      fix: 'Set a valid key under Settings → Models & keys, or with `mewcode keys set {provider}`.',
    },
    'zh-CN': {
      what: '{provider} 拒绝了这个密钥：{detail}',
      fix: '在「设置 → 模型与密钥」里换一个有效的密钥，或者运行 `mewcode keys set {provider}`。',
    },
  },
  'provider.bad_request': {
    en: {
      what: '{provider} did not accept the request: {detail}',
      fix: 'Check the model and the address of this provider; the conversation is kept.',
    },
    'zh-CN': { what: '{provider} 不接受这个请求：{detail}', fix: '检查这个供应商的模型和地址；对话已保留。' },
  },
  'provider.billing': {
    en: {
      what: 'The account at {provider} has no credit left or has reached its limit: {detail}',
      fix: 'Add credit or raise the limit at the vendor, or choose another provider.',
    },
    'zh-CN': { what: '{provider} 的账户余额不足或已达上限：{detail}', fix: '到供应商处充值或提高上限，也可以换一个供应商。' },
  },
  'provider.context_overflow': {
    en: {
      what: 'The conversation is longer than the model at {provider} can read: {detail}',
      fix: 'Start a new session, or choose a model with a larger window.',
    },
    'zh-CN': { what: '对话超出了 {provider} 上模型能读的长度：{detail}', fix: '新开一个会话，或者换一个窗口更大的模型。' },
  },
  'provider.key_command': {
    en: {
      what: 'The command {command} gave no key for {name}: {detail}',
      fix: 'Run the command in a terminal and correct api_key in config.yaml.',
    },
    'zh-CN': { what: '命令 {command} 没有给出 {name} 的密钥：{detail}', fix: '在终端里运行这条命令，改正 config.yaml 里的 api_key。' },
  },
  'provider.key_malformed': {
    en: {
      what: 'The key for {name} holds blanks, line breaks or characters no key has.',
      fix: "Copy it again from the provider's page and store it.",
    },
    'zh-CN': { what: '{name} 的密钥里有空格、换行或不该有的字符。', fix: '从供应商页面重新复制并保存。' },
  },
  'provider.key_missing': {
    en: {
      what: 'There is no key for {name}: {backend} has no entry {account}.',
      fix: 'Store one with `mewcode keys set {name}` or in Settings → Models & keys.',
    },
    'zh-CN': {
      what: '没有 {name} 的密钥：{backend} 里没有 {account} 这一条。',
      fix: '用 `mewcode keys set {name}` 保存，或者在“设置 → 模型与密钥”里添加。',
    },
  },
  'provider.key_variable': {
    en: {
      what: 'The key for {name} comes from the environment variable {variable}, which is not set.',
      fix: 'Set {variable} and start MewCode again, or store the key with `mewcode keys set {name}` and remove api_key.',
    },
    'zh-CN': {
      what: '{name} 的密钥来自环境变量 {variable}，但它没有设置。',
      fix: '设置 {variable} 后重新启动 MewCode，或者用 `mewcode keys set {name}` 保存密钥并删掉 api_key。',
    },
  },
  'provider.model_not_found': {
    en: { what: '{provider} does not have this model: {detail}', fix: 'Choose another model, or correct its name in config.yaml.' },
    'zh-CN': { what: '{provider} 没有这个模型：{detail}', fix: '换一个模型，或者在 config.yaml 里改正名称。' },
  },
  'provider.none_configured': {
    en: { what: 'No model is set up yet.', fix: 'Add one under Settings, Models & keys, or set ANTHROPIC_API_KEY or OPENAI_API_KEY.' },
    'zh-CN': { what: '还没有配置模型。', fix: '在“设置 › 模型与密钥”里添加，或者设置 ANTHROPIC_API_KEY 或 OPENAI_API_KEY。' },
  },
  'provider.not_found': {
    en: { what: 'There is no provider named {name}.', fix: 'Choose one that is set up, or add it to config.yaml.' },
    'zh-CN': { what: '没有名为 {name} 的模型服务。', fix: '选一个已配置的，或者把它加进 config.yaml。' },
  },
  'provider.overloaded': {
    en: { what: '{provider} is overloaded: {detail}', fix: 'Send the message again in a minute, or choose another provider.' },
    'zh-CN': { what: '{provider} 负载过高：{detail}', fix: '过一分钟再发，或者换一个供应商。' },
  },
  'provider.protocol': {
    en: { what: 'The answer of {provider} cannot be read: {detail}', fix: 'Check the address and the protocol of this provider.' },
    'zh-CN': { what: '看不懂 {provider} 的回答：{detail}', fix: '检查这个供应商的地址和协议。' },
  },
  'provider.rate_limited': {
    en: {
      what: '{provider} gets too many requests from this account: {detail}',
      fix: 'Wait a moment and send the message again, or choose another provider.',
    },
    'zh-CN': { what: '这个账户对 {provider} 的请求太多：{detail}', fix: '稍等片刻再发，或者换一个供应商。' },
  },
  'provider.server': {
    en: { what: '{provider} failed on its side: {detail}', fix: "Send the message again; if it stays, look at the vendor's status page." },
    'zh-CN': { what: '{provider} 那边出了故障：{detail}', fix: '再发一次；如果还是这样，看看供应商的状态页。' },
  },
  'provider.timeout': {
    en: {
      what: '{provider} did not answer in time: {detail}',
      fix: 'Send the message again; slow servers need longer `timeouts` in config.yaml.',
    },
    'zh-CN': { what: '{provider} 没有按时回答：{detail}', fix: '再发一次；服务器较慢时，在 config.yaml 里调大 `timeouts`。' },
  },
  'provider.truncated': {
    en: { what: 'The answer of {provider} broke off: {detail}', fix: 'Send the message again; what arrived is kept.' },
    'zh-CN': { what: '{provider} 的回答中断了：{detail}', fix: '再发一次；已收到的内容已保留。' },
  },
  'provider.unreachable': {
    en: { what: '{provider} cannot be reached: {detail}', fix: "Check the network, the proxy and the provider's address." },
    'zh-CN': { what: '连不上 {provider}：{detail}', fix: '检查网络、代理和这个供应商的地址。' },
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
  'session.busy': {
    en: { what: 'This session is at work already.', fix: 'Wait until the turn ends, or stop it.' },
    'zh-CN': { what: '这个会话正在工作。', fix: '等这一回合结束，或者停下它。' },
  },
  'session.interrupted': {
    en: { what: 'MewCode stopped while this turn was running.', fix: 'Finished steps are kept; send a message to go on.' },
    'zh-CN': { what: '这一回合运行时 MewCode 停止了。', fix: '已完成的步骤都在，发消息就能继续。' },
  },
  'session.none_to_continue': {
    en: { what: 'This folder has no session to go on with.', fix: 'Leave out --continue to start one.' },
    'zh-CN': { what: '这个文件夹还没有可以继续的会话。', fix: '去掉 --continue，开始一个新会话。' },
  },
  'session.not_found': {
    en: { what: 'There is no such session in this project.', fix: 'Choose one from the list.' },
    'zh-CN': { what: '这个项目里没有这个会话。', fix: '从列表里选一个。' },
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

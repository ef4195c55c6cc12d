import type { ErrorTexts } from './types.ts'

export const configTexts = {
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
      what: '{file} 第 {line} 行：项目文件里的服务商 {name} 不能用命令取密钥。',
      fix: '把这一项移到自己的 config.yaml，或者改用 ${VARIABLE} 或 keychain:NAME。',
    },
  },
  'config.default_missing': {
    en: {
      what: '{file}, line {line}: default_provider names {name}, and there is no usable provider of that name.',
      fix: 'Correct the name, or add the provider.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：default_provider 指向 {name}，但没有可用的同名服务商。', fix: '改正名称，或者添加这个服务商。' },
  },
  'config.duplicate': {
    en: {
      what: '{file}, line {line}: a second provider is called {name}; the first one counts.',
      fix: 'Give it another name or remove it.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：服务商 {name} 重名，以前一个为准。', fix: '给它换个名字，或者删掉。' },
  },
  'config.entry': {
    en: {
      what: '{file}, line {line}: provider {name} is left out, because {key} does not hold what it must: {expected}.',
      fix: 'Correct {key}; the other providers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：服务商 {name} 未启用，{key} 的值不对，应为：{expected}。',
      fix: '改正 {key}；其他服务商不受影响。',
    },
  },
  'config.entry_misspelled_key': {
    en: {
      what: '{file}, line {line}: provider {name} is left out, because it has an unknown key: {key}.',
      fix: 'Did you mean {near}? The other providers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：服务商 {name} 未启用，里面有不认识的键：{key}。',
      fix: '是不是想写 {near}？其他服务商不受影响。',
    },
  },
  'config.entry_unknown_key': {
    en: {
      what: '{file}, line {line}: provider {name} is left out, because it has an unknown key: {key}.',
      fix: 'Remove or correct {key}; the other providers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：服务商 {name} 未启用，里面有不认识的键：{key}。',
      fix: '删掉或改正 {key}；其他服务商不受影响。',
    },
  },
  'config.fallback_missing': {
    en: {
      what: '{file}, line {line}: provider {name} falls back to {fallback}, and there is no other usable provider of that name.',
      fix: 'Correct the name, or add the provider; until then {name} has no fallback.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：服务商 {name} 的备用是 {fallback}，但没有可用的同名服务商。',
      fix: '改正名称，或者添加这个服务商；在此之前 {name} 没有备用。',
    },
  },
  'config.folder_link': {
    en: {
      what: '{file}, line {line}: {folder} leads to {real} by a link, so it does not count.',
      fix: 'Remove it, and add {real} if the agent is to work there.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：{folder} 经链接指向 {real}，未生效。',
      fix: '把它移除；需要 agent 在那里工作时，添加 {real}。',
    },
  },
  'config.folder_missing': {
    en: { what: '{file}, line {line}: there is no folder {folder}.', fix: 'Correct the path, or remove it from extra_folders.' },
    'zh-CN': { what: '{file} 第 {line} 行：没有文件夹 {folder}。', fix: '改正路径，或者从 extra_folders 里移除。' },
  },
  'config.folder_project': {
    en: {
      what: "{file}, line {line}: a project's file may not add the folder {folder}; it is ignored.",
      fix: 'Add it yourself with `mewcode permissions folders add` or in Settings → Permissions & trust.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：项目文件不能添加文件夹 {folder}，已忽略。',
      fix: '需要时自己添加：`mewcode permissions folders add`，或者设置 → 权限与信任。',
    },
  },
  'config.folder_wide': {
    en: {
      what: '{file}, line {line}: {folder} holds your whole home folder or the files of MewCode, so it does not count.',
      fix: 'Name a folder inside of it.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：{folder} 包含整个主目录或 MewCode 自己的文件，未生效。', fix: '改为其中的某个文件夹。' },
  },
  'config.invalid': {
    en: {
      what: '{file}, line {line}, is not valid YAML: {detail}',
      fix: 'Correct that line; until then the file is not used, and the rest of the configuration is.',
    },
    'zh-CN': { what: '{file} 第 {line} 行不是有效的 YAML：{detail}', fix: '改正这一行；在此之前不使用这个文件，其余配置照常生效。' },
  },
  'config.mcp_entry': {
    en: {
      what: '{file}, line {line}: MCP server {name} is left out, because {key} does not hold what it must: {expected}.',
      fix: 'Correct {key}; the other servers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：MCP 服务器 {name} 未启用，{key} 的值不对，应为：{expected}。',
      fix: '改正 {key}；其他服务器不受影响。',
    },
  },
  'config.mcp_misspelled_key': {
    en: {
      what: '{file}, line {line}: MCP server {name} is left out, because it has an unknown key: {key}.',
      fix: 'Did you mean {near}? The other servers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：MCP 服务器 {name} 未启用，里面有不认识的键：{key}。',
      fix: '是不是想写 {near}？其他服务器不受影响。',
    },
  },
  'config.mcp_unknown_key': {
    en: {
      what: '{file}, line {line}: MCP server {name} is left out, because it has an unknown key: {key}.',
      fix: 'Remove the key; the other servers work.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：MCP 服务器 {name} 未启用，里面有不认识的键：{key}。',
      fix: '删掉这个键；其他服务器不受影响。',
    },
  },
  'config.mcp_variable': {
    en: {
      what: '{file}, line {line}: MCP server {name} uses {variable}, which is not set; it is started with an empty value.',
      fix: 'Set {variable} and restart MewCode, or name it in required_env to hold the server back.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：MCP 服务器 {name} 用到的 {variable} 没有设置，会以空值启动。',
      fix: '设置 {variable} 后重启 MewCode；也可以写进 required_env，缺少时就不启动。',
    },
  },
  'config.misspelled_key': {
    en: { what: '{file}, line {line}: unknown key {key}; it is ignored.', fix: 'Did you mean {near}?' },
    'zh-CN': { what: '{file} 第 {line} 行：不认识的键 {key}，已忽略。', fix: '是不是想写 {near}？' },
  },
  'config.not_mapping': {
    en: {
      what: '{file}, line {line}: a mapping (`key: value`) is expected here, not a list or a single value.',
      fix: 'Write it as lines of `key: value`; until then it is not used.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：这里应为映射（`键: 值`），不是列表或单个值。',
      fix: '改写成 `键: 值` 的形式；在此之前不使用它。',
    },
  },
  'config.plain_key': {
    en: {
      what: '{file}, line {line}: the key of provider {name} stands there in plain text.',
      fix: 'Take api_key out of the file and store its value with `mewcode keys set {name:shell}`.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：服务商 {name} 的密钥以明文写在文件里。',
      fix: '把 api_key 从文件里去掉，再用 `mewcode keys set {name:shell}` 存进钥匙串。',
    },
  },
  'config.rule_example': {
    en: {
      what: '{file}, line {line}: the rule {rule} does not do what its example says: {example}. It is left out.',
      fix: 'Correct the rule or the example.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：规则 {rule} 与它的示例不符：{example}。已忽略。', fix: '改正规则或示例。' },
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
      what: '{file}, line {line}: {key} is off, because it is not trusted as it stands.',
      fix: 'Read the file, then trust it in the window, or for one run with `mewcode run --trust`.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：{key} 未生效，因为它现在的内容还没有被信任。',
      fix: '看过文件后在窗口里信任它，或者用 `mewcode run --trust` 只在这一次运行中启用。',
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
      what: '{file} 第 {line} 行：服务商 {name} 的 {key} 用到环境变量 {variable}，但它没有设置。',
      fix: '启动 MewCode 前设置 {variable}，或者修改 {key}。',
    },
  },
} as const satisfies ErrorTexts

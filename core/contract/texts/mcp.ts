import type { ErrorTexts } from './types.ts'

export const mcpTexts = {
  'mcp.bad_bundle': {
    en: { what: 'This is no usable bundle: {detail}', fix: 'Download it again, or ask whoever made it.' },
    'zh-CN': { what: '这个扩展包无法使用：{detail}', fix: '重新下载，或者联系制作者。' },
  },
  'mcp.bundle_platform': {
    en: { what: 'The bundle {name} is made for {platforms} only.', fix: 'Look for a version for this system.' },
    'zh-CN': { what: '扩展包 {name} 只支持 {platforms}。', fix: '找一个适合本系统的版本。' },
  },
  'mcp.command_line_only': {
    en: { what: 'This is done on the command line only.', fix: 'Use `mewcode mcp`.' },
    'zh-CN': { what: '这一项只能在命令行里做。', fix: '使用 `mewcode mcp`。' },
  },
  'mcp.crashed': {
    en: {
      what: 'The server ended {times} times in a row and is not started again: {detail}',
      fix: 'Look at its output with `mewcode mcp test`, then restart it.',
    },
    'zh-CN': { what: '服务器连续退出 {times} 次，不再自动重启：{detail}', fix: '用 `mewcode mcp test` 看它的输出，然后手动重启。' },
  },
  'mcp.exists': {
    en: { what: 'There is an MCP server {name} already.', fix: 'Choose another name, or remove that one first.' },
    'zh-CN': { what: '已经有名为 {name} 的 MCP 服务器。', fix: '换个名字，或者先删掉原来的。' },
  },
  'mcp.exited': {
    en: { what: 'The server ended ({code}). {detail}', fix: 'Run its command in a terminal to see what is missing.' },
    'zh-CN': { what: '服务器已退出（{code}）。{detail}', fix: '在终端里运行它的命令，看看缺什么。' },
  },
  'mcp.grant_left_out': {
    en: {
      what: '{key} gives {name} rights here that it had in another program; it is left out.',
      fix: 'Give it rules under Permissions & trust where it needs some.',
    },
    'zh-CN': { what: '{key} 会让 {name} 沿用它在别的程序里的权限，因此没有带过来。', fix: '需要时在“权限与信任”里为它加规则。' },
  },
  'mcp.key_in_arguments': {
    en: {
      what: 'MCP server {name} wants a key among its arguments, where every program of this machine could read it; it is not added.',
      fix: 'Look whether the server also takes the key as a variable, and add it that way.',
    },
    'zh-CN': {
      what: 'MCP 服务器 {name} 要把密钥写在命令参数里，本机任何程序都能看到，因此没有添加。',
      fix: '看看它能不能改用环境变量传密钥，再那样添加。',
    },
  },
  'mcp.key_to_keychain': {
    en: {
      what: 'Keys lie open in it: {names}. They go to the keychain, not into the file.',
      fix: 'Delete them where you copied them from.',
    },
    'zh-CN': { what: '里面有明文密钥：{names}。它们会存进钥匙串，不写进文件。', fix: '把原处的明文也删掉。' },
  },
  'mcp.memory': {
    en: {
      what: 'The server used {used} MB of memory, more than the {limit} MB its entry allows, and was stopped.',
      fix: 'Raise limits.memory in its entry, or restart it.',
    },
    'zh-CN': {
      what: '服务器占用了 {used} MB 内存，超过配置允许的 {limit} MB，已停止。',
      fix: '在它的配置里调高 limits.memory，或者重启它。',
    },
  },
  'mcp.must_be_pinned': {
    en: {
      what: '{file} wants exact versions, and MCP server {name} runs {package} without one.',
      fix: 'Name the version, as in package@1.2.3.',
    },
    'zh-CN': { what: '{file} 要求写明版本，而 MCP 服务器 {name} 运行的 {package} 没有写。', fix: '写明版本，例如 package@1.2.3。' },
  },
  'mcp.needs_auth': {
    en: { what: 'The server wants a sign-in.', fix: 'Sign in with `mewcode mcp login {name}` or in Settings, MCP servers.' },
    'zh-CN': { what: '服务器要求登录。', fix: '用 `mewcode mcp login {name}` 登录，或者在设置的 MCP 服务器里登录。' },
  },
  'mcp.needs_env': {
    en: {
      what: '{file}, line {line}: MCP server {name} needs {variables}.',
      fix: 'Set it in your environment and restart MewCode.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：MCP 服务器 {name} 需要 {variables}。', fix: '在环境里设置好，然后重启 MewCode。' },
  },
  'mcp.needs_scope': {
    en: { what: 'The server wants more rights for this: {scopes}.', fix: 'Sign in again with `mewcode mcp login {name}` to grant them.' },
    'zh-CN': { what: '服务器要求更多权限：{scopes}。', fix: '用 `mewcode mcp login {name}` 重新登录并授权。' },
  },
  'mcp.no_answer': {
    en: {
      what: 'The server gave no answer to {request} within {seconds} s. {detail}',
      fix: 'Give it longer with timeouts.connect, or check that it is an MCP server.',
    },
    'zh-CN': {
      what: '服务器在 {seconds} 秒内没有回应 {request}。{detail}',
      fix: '用 timeouts.connect 给它更多时间，或者确认它是 MCP 服务器。',
    },
  },
  'mcp.no_browser': {
    en: { what: 'No browser could be opened here.', fix: 'Sign in on the command line: `mewcode mcp login` prints the address.' },
    'zh-CN': { what: '这里打不开浏览器。', fix: '用命令行登录：`mewcode mcp login` 会显示地址。' },
  },
  'mcp.no_command': {
    en: { what: 'The command {command} could not be started: {detail}', fix: 'Install it, or correct command and PATH.' },
    'zh-CN': { what: '命令 {command} 启动失败：{detail}', fix: '安装它，或者改正命令和 PATH。' },
  },
  'mcp.no_prompt': {
    en: {
      what: 'MCP server {name} has no prompt {prompt}.',
      fix: 'The nearest is {similar}; `mewcode mcp prompts {name}` shows all of them.',
    },
    'zh-CN': { what: 'MCP 服务器 {name} 没有提示词 {prompt}。', fix: '最接近的是 {similar}；用 `mewcode mcp prompts {name}` 查看全部。' },
  },
  'mcp.no_sign_in': {
    en: { what: 'MCP server {name} offers no sign-in.', fix: 'If it wants a key, put it into its headers.' },
    'zh-CN': { what: 'MCP 服务器 {name} 不提供登录。', fix: '如果它需要密钥，填在 headers 里。' },
  },
  'mcp.no_tool': {
    en: { what: 'MCP server {name} has no tool {tool}.', fix: '`mewcode mcp tools {name}` shows its tools.' },
    'zh-CN': { what: 'MCP 服务器 {name} 没有工具 {tool}。', fix: '用 `mewcode mcp tools {name}` 查看它的工具。' },
  },
  'mcp.not_allowed': {
    en: { what: '{file} does not allow MCP server {name} to use {what}.', fix: 'Change the list there, or remove the server.' },
    'zh-CN': { what: '{file} 不允许 MCP 服务器 {name} 使用 {what}。', fix: '修改那里的列表，或者移除这个服务器。' },
  },
  'mcp.not_found': {
    en: { what: 'There is no MCP server named {name}.', fix: '`mewcode mcp list` shows all of them.' },
    'zh-CN': { what: '没有名为 {name} 的 MCP 服务器。', fix: '用 `mewcode mcp list` 查看全部。' },
  },
  'mcp.not_ready': {
    en: { what: 'MCP server {name} is not ready ({state}). {detail}', fix: '`mewcode mcp test {name}` shows what it says.' },
    'zh-CN': { what: 'MCP 服务器 {name} 还不能用（{state}）。{detail}', fix: '用 `mewcode mcp test {name}` 看看它说了什么。' },
  },
  'mcp.nothing_to_add': {
    en: {
      what: 'No MCP server is described there.',
      fix: 'Paste a JSON, YAML or TOML entry, a command such as `npx -y …`, an address or an install link.',
    },
    'zh-CN': { what: '这里没有描述任何 MCP 服务器。', fix: '粘贴 JSON、YAML 或 TOML 配置、`npx -y …` 这样的命令、网址或安装链接。' },
  },
  'mcp.of_plugin': {
    en: {
      what: 'MCP server {name} comes with the plugin {plugin} and is not changed alone.',
      fix: 'Switch the plugin off, or add a server of your own of that name.',
    },
    'zh-CN': { what: 'MCP 服务器 {name} 来自插件 {plugin}，不能单独修改。', fix: '停用这个插件，或者自己添加一个同名服务器。' },
  },
  'mcp.offer_gone': {
    en: { what: 'What was shown is no longer held.', fix: 'Read it in again.' },
    'zh-CN': { what: '刚才显示的内容已经失效。', fix: '重新读取一次。' },
  },
  'mcp.paused': {
    en: {
      what: 'MCP server {name} left its last calls unanswered; no call is made for {seconds} s.',
      fix: 'Wait, or restart it.',
    },
    'zh-CN': { what: 'MCP 服务器 {name} 最近的调用都没有回应，{seconds} 秒内不再调用。', fix: '稍等，或者重启它。' },
  },
  'mcp.prompt_argument': {
    en: { what: 'The prompt {prompt} of MCP server {name} needs {argument}.', fix: 'Write it behind the name: {argument}=VALUE.' },
    'zh-CN': { what: 'MCP 服务器 {name} 的提示词 {prompt} 缺少 {argument}。', fix: '在名字后面写上 {argument}=值。' },
  },
  'mcp.refused': {
    en: { what: 'The server refused {request}: {detail}', fix: 'Check its settings and its version.' },
    'zh-CN': { what: '服务器拒绝了 {request}：{detail}', fix: '检查它的设置和版本。' },
  },
  'mcp.secret_keychain': {
    en: { what: 'A secret of an MCP server, a remote agent or a registry is kept in the keychain only.', fix: 'Leave out `--store`.' },
    'zh-CN': { what: 'MCP 服务器、远程 agent 和注册表的密钥只能存进钥匙串。', fix: '不要加 `--store`。' },
  },
  'mcp.secret_missing': {
    en: { what: 'The keychain has no {account}.', fix: 'Store it with `mewcode keys set {account:shell}`.' },
    'zh-CN': { what: '钥匙串里没有 {account}。', fix: '用 `mewcode keys set {account:shell}` 保存。' },
  },
  'mcp.secret_not_yours': {
    en: {
      what: "{file}, line {line}: MCP server {name} asks for {variable}, which is a provider's or another server's; it is left out.",
      fix: 'Give it a variable of its own, or add the server to your own config.yaml.',
    },
    'zh-CN': {
      what: '{file} 第 {line} 行：MCP 服务器 {name} 要用 {variable}，它属于服务商或别的服务器，因此未启用。',
      fix: '换成它自己的变量，或者把服务器写进自己的 config.yaml。',
    },
  },
  'mcp.setting_missing': {
    en: { what: 'MCP server {name} needs {setting}.', fix: 'Fill it in.' },
    'zh-CN': { what: 'MCP 服务器 {name} 需要填写 {setting}。', fix: '填好再添加。' },
  },
  'mcp.sign_in_client': {
    en: {
      what: '{issuer} registers no programs by itself.',
      fix: "Register MewCode there and put the id into `oauth.client_id` of the server's entry.",
    },
    'zh-CN': { what: '{issuer} 不支持自动注册。', fix: '在那里手动注册 MewCode，把 id 填到该服务器的 `oauth.client_id`。' },
  },
  'mcp.sign_in_denied': {
    en: { what: 'The sign-in was declined in the browser.', fix: 'Sign in again when you want to allow it.' },
    'zh-CN': { what: '登录在浏览器里被拒绝了。', fix: '想允许时再登录一次。' },
  },
  'mcp.sign_in_refused': {
    en: { what: 'The sign-in was refused: {detail}.', fix: "Check the server's address and its `oauth` settings." },
    'zh-CN': { what: '登录未通过：{detail}。', fix: '检查服务器的地址和 `oauth` 设置。' },
  },
  'mcp.sign_in_timeout': {
    en: { what: 'Nobody came back from the browser within {minutes} minutes.', fix: 'Sign in again.' },
    'zh-CN': { what: '{minutes} 分钟内浏览器没有返回结果。', fix: '重新登录。' },
  },
  'mcp.sign_in_unavailable': {
    en: { what: 'The sign-in server cannot be reached for now: {detail}', fix: 'Try again in a moment; you stay signed in.' },
    'zh-CN': { what: '登录服务器暂时无法访问：{detail}', fix: '稍后重试，登录状态会保留。' },
  },
  'mcp.tool_denied': {
    en: { what: 'The entry of MCP server {name} denies {tool} with the pattern {pattern}.', fix: 'Change `tools.deny` in its file.' },
    'zh-CN': { what: 'MCP 服务器 {name} 的配置用 {pattern} 禁用了 {tool}。', fix: '在它的配置文件里修改 `tools.deny`。' },
  },
  'mcp.unauthorized': {
    en: { what: 'The server wants a sign-in (HTTP {status}).', fix: 'Put a valid token into its headers.' },
    'zh-CN': { what: '服务器要求登录（HTTP {status}）。', fix: '在 headers 里填上有效的令牌。' },
  },
  'mcp.unpinned': {
    en: {
      what: 'MCP server {name} runs {package} in whatever version is newest at each start.',
      fix: 'Name an exact version, as in package@1.2.3, to run what you have looked at.',
    },
    'zh-CN': {
      what: 'MCP 服务器 {name} 每次启动都会运行 {package} 当时最新的版本。',
      fix: '写明版本，例如 package@1.2.3，才能保证运行的是你看过的那个。',
    },
  },
  'mcp.unreachable': {
    en: { what: '{url} did not answer as an MCP server: {detail}', fix: 'Check the address, and that the server is running.' },
    'zh-CN': { what: '{url} 没有按 MCP 服务器应答：{detail}', fix: '检查地址，并确认服务器在运行。' },
  },
} as const satisfies ErrorTexts

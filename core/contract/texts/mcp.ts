import type { ErrorTexts } from './types.ts'

export const mcpTexts = {
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
  'mcp.needs_env': {
    en: {
      what: '{file}, line {line}: MCP server {name} needs {variables}.',
      fix: 'Set it in your environment and restart MewCode.',
    },
    'zh-CN': { what: '{file} 第 {line} 行：MCP 服务器 {name} 需要 {variables}。', fix: '在环境里设置好，然后重启 MewCode。' },
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
  'mcp.no_command': {
    en: { what: 'The command {command} could not be started: {detail}', fix: 'Install it, or correct command and PATH.' },
    'zh-CN': { what: '命令 {command} 启动失败：{detail}', fix: '安装它，或者改正命令和 PATH。' },
  },
  'mcp.no_tool': {
    en: { what: 'MCP server {name} has no tool {tool}.', fix: '`mewcode mcp tools {name}` shows its tools.' },
    'zh-CN': { what: 'MCP 服务器 {name} 没有工具 {tool}。', fix: '用 `mewcode mcp tools {name}` 查看它的工具。' },
  },
  'mcp.not_found': {
    en: { what: 'There is no MCP server named {name}.', fix: '`mewcode mcp list` shows all of them.' },
    'zh-CN': { what: '没有名为 {name} 的 MCP 服务器。', fix: '用 `mewcode mcp list` 查看全部。' },
  },
  'mcp.not_ready': {
    en: { what: 'MCP server {name} is not ready ({state}). {detail}', fix: '`mewcode mcp test {name}` shows what it says.' },
    'zh-CN': { what: 'MCP 服务器 {name} 还不能用（{state}）。{detail}', fix: '用 `mewcode mcp test {name}` 看看它说了什么。' },
  },
  'mcp.refused': {
    en: { what: 'The server refused {request}: {detail}', fix: 'Check its settings and its version.' },
    'zh-CN': { what: '服务器拒绝了 {request}：{detail}', fix: '检查它的设置和版本。' },
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
  'mcp.tool_denied': {
    en: { what: 'The entry of MCP server {name} denies {tool} with the pattern {pattern}.', fix: 'Change `tools.deny` in its file.' },
    'zh-CN': { what: 'MCP 服务器 {name} 的配置用 {pattern} 禁用了 {tool}。', fix: '在它的配置文件里修改 `tools.deny`。' },
  },
  'mcp.unauthorized': {
    en: { what: 'The server wants a sign-in (HTTP {status}).', fix: 'Put a valid token into its headers.' },
    'zh-CN': { what: '服务器要求登录（HTTP {status}）。', fix: '在 headers 里填上有效的令牌。' },
  },
  'mcp.unreachable': {
    en: { what: '{url} did not answer as an MCP server: {detail}', fix: 'Check the address, and that the server is running.' },
    'zh-CN': { what: '{url} 没有按 MCP 服务器应答：{detail}', fix: '检查地址，并确认服务器在运行。' },
  },
} as const satisfies ErrorTexts

import { defineMessages } from '../define-messages.ts'

export const plugins = defineMessages(
  {
    title: 'Plugins',
    one: 'Plugin',
    use: 'Use this plugin and all it brings',
    everywhere: 'Everywhere',
    here: 'In this project',
    notChanged: 'It was not switched',
    parts: { commands: 'Commands', agents: 'Agents', hooks: 'Hooks', mcpServers: 'MCP servers' },
  },
  {
    title: '插件',
    one: '插件',
    use: '使用这个插件和它带来的一切',
    everywhere: '所有项目',
    here: '这个项目',
    notChanged: '没有切换',
    parts: { commands: '命令', agents: 'Agent', hooks: '钩子', mcpServers: 'MCP 服务器' },
  },
)

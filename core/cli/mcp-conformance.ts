import { EXIT, type Command } from './command.ts'

/** For the protocol's conformance suite, which starts it with the address of a server and judges what arrives there. */
export const mcpConformance: Command = {
  command: 'mcp-conformance-client',
  isHidden: true,
  summary: { en: 'be judged by the MCP conformance suite', 'zh-CN': '供 MCP 一致性测试使用' },
  arguments: [{ name: 'URL', required: true }],
  options: {},
  async run(args, terminal) {
    const { actAsClient } = await import('./conformance-client.ts')
    await actAsClient(args.positional(0) ?? '', terminal)
    return EXIT.ok
  },
}

/** Server and tool of `mcp__server__tool`; undefined: it is no server's. */
export function mcpParts(toolName: string): { readonly server: string; readonly tool: string } | undefined {
  const [, server, tool] = /^mcp__((?:(?!__).)+)__(.+)$/.exec(toolName) ?? []
  return server === undefined || tool === undefined ? undefined : { server, tool }
}

const MAX_CHARS = 40

/** A name as an entry may have it, made of whatever something is called. */
export function serverName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, MAX_CHARS)
    .replaceAll(/[_-]+$/g, '')
  return plain === '' ? 'server' : plain
}

/** Of an address: what its owner is called. */
export function nameOfUrl(address: string): string {
  const host = URL.parse(address)?.hostname ?? ''
  const parts = host.split('.').filter((part) => !['mcp', 'api', 'www'].includes(part))
  return serverName(/^[\d.:[\]]+$/.test(host) || parts.length < 2 ? host : (parts.at(-2) ?? host))
}

/** Of a program and its arguments: the package or the script, without what every one of them is called. */
export function nameOfCommand(command: string, args: readonly string[]): string {
  const runners = new Set(['npx', 'uvx', 'bunx', 'pnpx', 'node', 'python', 'python3', 'uv', 'deno', 'docker', 'bun', 'pnpm', 'yarn'])
  const own = !runners.has(command.replace(/^.*[/\\]/, '').replace(/\.(cmd|exe)$/i, ''))
  const word = own ? command : (args.find((arg) => !arg.startsWith('-') && !['run', 'dlx', 'exec', 'tool', 'x'].includes(arg)) ?? command)
  const last = word
    .replace(/(.)@[\w.^~-]+$/, '$1')
    .replace(/^.*[/\\]/, '')
    .replace(/\.(m?[jt]s|py|cmd|exe|sh)$/i, '')
  const short = last.replaceAll(/^(mcp-server-|server-|mcp-)|(-mcp-server|-mcp|-server)$/g, '')
  return serverName(short === '' ? last : short)
}

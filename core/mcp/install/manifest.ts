import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { McpSetting } from '../../contract/mcp-install.ts'
import { serverName } from './server-name.ts'
import { slot, type Found } from './types.ts'

const Text = z.string().max(10_000)
const Launch = z.looseObject({
  command: Text.optional(),
  args: z.array(Text).max(1_000).optional(),
  env: z.record(z.string(), Text).optional(),
})
const Field = z.looseObject({
  type: z.enum(['string', 'number', 'boolean', 'file', 'directory']),
  title: Text.optional(),
  description: Text.optional(),
  required: z.boolean().optional(),
  default: z.unknown().optional(),
  multiple: z.boolean().optional(),
  sensitive: z.boolean().optional(),
})
const Manifest = z.looseObject({
  name: z.string().min(1).max(200),
  display_name: Text.optional(),
  version: z.string().max(100).default(''),
  server: z.looseObject({
    type: z.string(),
    entry_point: Text.optional(),
    mcp_config: Launch.extend({ platform_overrides: z.record(z.string(), Launch).optional() }).optional(),
  }),
  user_config: z.record(z.string(), Field).optional(),
  compatibility: z.looseObject({ platforms: z.array(z.string()).optional() }).optional(),
})

interface Place {
  /** Where its files will be. */
  readonly folder: string
  readonly userHome: string
  readonly platform: string
}

/** A bundle's own description of its server. `AppError('mcp.bad_bundle' | 'mcp.bundle_platform')`. */
export function readManifest(text: string, { folder, userHome, platform }: Place): Found & { version: string } {
  const manifest = parse(text)
  const { server, compatibility, user_config: fields = {} } = manifest
  const platforms = compatibility?.platforms
  if (platforms && !platforms.includes(platform)) {
    throw new AppError('mcp.bundle_platform', { params: { name: manifest.name, platforms: platforms.join(', ') } })
  }
  const launch = { ...server.mcp_config, ...server.mcp_config?.platform_overrides?.[platform] }
  const { command, args = [], env = {} } = launch.command === undefined ? { ...launch, ...usualLaunch(server) } : launch
  if (command === undefined) throw bad('server.mcp_config.command')
  const words = (text: string): string =>
    text
      .replaceAll('${__dirname}', () => folder)
      .replaceAll('${HOME}', () => userHome)
      .replaceAll(/\$\{(DESKTOP|DOCUMENTS|DOWNLOADS)\}/g, (_, name: string) =>
        path.join(userHome, name.charAt(0) + name.slice(1).toLowerCase()),
      )
      .replaceAll(/\$\{(?:\/|pathSeparator)\}/g, () => path.sep)
      .replaceAll(/\$\{user_config\.([\w-]+)\}/g, (whole, key: string) => (key in fields ? slot(key) : whole))
  return {
    name: serverName(manifest.name),
    version: manifest.version,
    entry: {
      type: 'stdio',
      command: words(command),
      ...(args.length > 0 && { args: args.map(words) }),
      ...(Object.keys(env).length > 0 && { env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, words(value)])) }),
      cwd: folder,
    },
    settings: Object.entries(fields).map(([key, field]) => setting(key, field, words)),
    notes: [],
  }
}

function parse(text: string): z.output<typeof Manifest> {
  try {
    const read = Manifest.safeParse(JSON.parse(text))
    if (read.success) return read.data
    throw bad(read.error.issues[0]?.path.join('.') ?? '')
  } catch (error) {
    throw error instanceof AppError ? error : bad('JSON', error)
  }
}

function usualLaunch({ type, entry_point: entry }: z.output<typeof Manifest>['server']): { command?: string; args?: string[] } {
  if (entry === undefined) return {}
  const file = `\${__dirname}/${entry}`
  if (type === 'node') return { command: 'node', args: [file] }
  if (type === 'python') return { command: 'python3', args: [file] }
  if (type === 'uv') return { command: 'uv', args: ['run', '--directory', '${__dirname}', file] }
  return type === 'binary' ? { command: file } : {}
}

function setting(key: string, field: z.output<typeof Field>, words: (text: string) => string): McpSetting {
  const { title = key, description = '', required = false, sensitive = false, multiple = false, default: initial } = field
  return {
    key,
    title,
    description,
    kind: field.type,
    isSecret: sensitive,
    isList: multiple,
    required,
    initial: (Array.isArray(initial) ? initial : initial === undefined || initial === null ? [] : [initial])
      .map((one) => words(String(one)))
      .join('\n'),
  }
}

export function bad(detail: string, cause?: unknown): AppError {
  return new AppError('mcp.bad_bundle', { params: { detail }, cause })
}

import { z } from 'zod'

/** Paths within a plugin, one or several. */
const Paths = z.union([z.string(), z.array(z.string())]).transform((given) => (typeof given === 'string' ? [given] : given))

/** `.claude-plugin/plugin.json`; what is in it and not here says nothing to us. */
export const PluginManifest = z.object({
  name: z.string().min(1).max(200),
  version: z.string().max(100).optional(),
  description: z.string().max(4_000).optional(),
  skills: Paths.optional(),
  commands: Paths.optional(),
  agents: Paths.optional(),
  hooks: z.unknown().optional(),
  mcpServers: z.unknown().optional(),
})
export type PluginManifest = z.infer<typeof PluginManifest>

/** `.claude-plugin/marketplace.json`: plugins of one repository. */
export const Marketplace = z.object({
  plugins: z.array(PluginManifest.extend({ source: z.unknown() })).max(1_000),
})

export const MANIFEST = '.claude-plugin/plugin.json'
export const MARKETPLACE = '.claude-plugin/marketplace.json'

/** `./skills/pdf/` as `skills/pdf`; undefined for what leads out. */
export function innerPath(written: string): string | undefined {
  const parts = written.split('/').filter((part) => part !== '' && part !== '.')
  return parts.some((part) => part === '..' || /[\\:]/.test(part)) || written.startsWith('/') ? undefined : parts.join('/')
}

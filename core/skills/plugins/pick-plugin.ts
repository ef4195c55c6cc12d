import type { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { quotas } from '../install/limits.ts'
import type { SourceFile, SourceTree } from '../install/types.ts'
import { isBadName, nameKey } from '../skill-name.ts'
import { innerPath, MANIFEST, MARKETPLACE, Marketplace, PluginManifest } from './manifest.ts'

/** Of a repository that is a plugin: what belongs to one. */
const OWN_AT_TOP =
  /^(?:\.claude-plugin\/plugin\.json|\.mcp\.json|skill\.sig|license[^/]*|readme[^/]*|(?:skills|commands|agents|hooks|scripts|lib|bin)\/.*)$/i

export interface PickedPlugin {
  readonly id: string
  readonly folder: string
  readonly files: readonly SourceFile[]
  readonly sources: ReadonlyMap<string, SourceFile>
}

/** The plugin that lies at a source, or that its list names; undefined: there is none of that name. */
export async function pickPlugin(tree: SourceTree): Promise<PickedPlugin | undefined> {
  const top = tree.path === '' ? '' : `${tree.path}/`
  const own = await readJson(tree, `${top}${MANIFEST}`, PluginManifest)
  if (own && (tree.skill === undefined || nameKey(own.name) === nameKey(tree.skill)))
    return pluginAt(tree, { manifest: own, folder: tree.path })
  const market = await readJson(tree, `${top}${MARKETPLACE}`, Marketplace)
  const { skill } = tree
  const fitting = (market?.plugins ?? []).filter(({ name }) => skill === undefined || nameKey(name) === nameKey(skill))
  const [only, ...others] = fitting
  if (!only || others.length > 0) return undefined
  const folder = typeof only.source === 'string' ? innerPath(only.source) : undefined
  if (folder === undefined) throw new AppError('install.bad_source', { params: { source: JSON.stringify(only.source) } })
  return pluginAt(tree, { manifest: only, folder: `${top}${folder}`.replace(/\/$/, '') })
}

function pluginAt(tree: SourceTree, { manifest, folder }: { manifest: PluginManifest; folder: string }): PickedPlugin {
  const { name, skills, commands, agents, hooks, mcpServers } = manifest
  if (isBadName(name) || name.startsWith('.')) throw new AppError('install.unsafe_path', { params: { path: name } })
  const prefix = folder === '' ? '' : `${folder}/`
  // A list of one repository gives each of its plugins a part of the same folder.
  const listed = skills?.flatMap((one) => innerPath(one) ?? [])
  const named = [commands, agents, hooks, mcpServers].flat().flatMap((one) => (typeof one === 'string' ? (innerPath(one) ?? []) : []))
  const isNamed = (inner: string): boolean => named.some((one) => one !== '' && (inner === one || inner.startsWith(`${one}/`)))
  const isOwn = (inner: string): boolean =>
    listed && !tree.files.some(({ path }) => path === `${prefix}${MANIFEST}`)
      ? listed.some((one) => inner.startsWith(`${one}/`)) || /^license/i.test(inner)
      : folder !== '' || tree.isSkillFolder || OWN_AT_TOP.test(inner) || isNamed(inner)
  const sources = new Map<string, SourceFile>()
  for (const file of tree.files) {
    const inner = file.path.slice(prefix.length)
    if (file.path.startsWith(prefix) && !/(^|\/)(\.git|node_modules)(\/|$)/.test(inner) && isOwn(inner)) sources.set(inner, file)
  }
  return { id: name.normalize('NFC'), folder, files: [...sources].map(([path, file]) => ({ ...file, path })), sources }
}

async function readJson<T extends z.ZodType>(tree: SourceTree, path: string, shape: T): Promise<z.output<T> | undefined> {
  const file = tree.files.find((one) => one.path === path && one.kind === 'file')
  if (!file) return undefined
  try {
    return shape.parse(JSON.parse((await tree.read(file, quotas.fileBytes)).toString('utf8')))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('install.skill_unread', {
      params: { file: path, reason: cause instanceof Error ? cause.message.slice(0, 200) : '' },
      cause,
    })
  }
}

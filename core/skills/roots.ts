import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { PluginFolder } from './plugins/index.ts'
import type { SkillSource } from '../contract/skills.ts'

/** A folder that holds skill folders. */
export interface SkillRoot {
  readonly source: SkillSource
  readonly path: string
  /** Links must stay in it; undefined: a person made them, they may lead anywhere. */
  readonly boundary: string | undefined
  /** Id of the plugin whose folder it is. */
  readonly plugin?: string
}

export interface SkillHomes {
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly userHome: string
  /** Folder of what comes with the product. */
  readonly resources: string
}

const PLACES = ['.mewcode/skills', '.agents/skills', '.claude/skills'] as const

/** The strongest first: each folder from the project up to the repository's top, the user's, the product's. */
export async function skillRoots(
  projectRoot: string | undefined,
  { home, userHome, resources }: SkillHomes,
  plugins: readonly PluginFolder[],
): Promise<SkillRoot[]> {
  const folders = projectRoot === undefined ? [] : await foldersUpFrom(projectRoot)
  const top = folders.at(-1)
  const user = [path.join(home, 'skills'), path.join(userHome, '.agents/skills'), path.join(userHome, '.claude/skills')]
  const own = new Set(user)
  return [
    ...folders
      .flatMap((folder) => PLACES.map((place) => path.join(folder, place)))
      // The home folder itself may be a project, or lie under one.
      .filter((place) => !own.has(place))
      .map((place): SkillRoot => ({ source: 'project', path: place, boundary: top })),
    ...user.map((place): SkillRoot => ({ source: 'user', path: place, boundary: undefined })),
    ...plugins.map(({ id, source, folder }): SkillRoot => ({
      plugin: id,
      source,
      path: folder,
      boundary: source === 'project' ? top : home,
    })),
    { source: 'bundled', path: path.join(resources, 'skills'), boundary: resources },
  ]
}

/** The project alone where no folder above it holds `.git`. */
async function foldersUpFrom(projectRoot: string): Promise<string[]> {
  const folders: string[] = []
  for (let at = projectRoot; ; at = path.dirname(at)) {
    folders.push(at)
    const isTop = await stat(path.join(at, '.git')).then(
      () => true,
      () => false,
    )
    if (isTop) return folders
    if (path.dirname(at) === at) return [projectRoot]
  }
}

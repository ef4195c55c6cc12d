import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { PluginFolder } from './plugins/index.ts'
import type { SkillSource } from '../contract/skills.ts'

/** A folder that holds skill folders. */
export interface SkillRoot {
  readonly source: SkillSource
  readonly path: string
  /** Where its links may lead without a word: what is looked through anyway, or is as trusted as the root. */
  readonly within: readonly string[]
  /** Roots that are listed by themselves: a link of this one into them adds nothing. */
  readonly listed: readonly string[]
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
  const within = folders.slice(-1)
  const user = [path.join(home, 'skills'), path.join(userHome, '.agents/skills'), path.join(userHome, '.claude/skills')]
  const own = new Set(user)
  return [
    ...folders
      .flatMap((folder) => PLACES.map((place) => path.join(folder, place)))
      // The home folder itself may be a project, or lie under one.
      .filter((place) => !own.has(place))
      .map((place): SkillRoot => ({ source: 'project', path: place, within, listed: user })),
    ...user.map((place): SkillRoot => ({ source: 'user', path: place, within: user, listed: [] })),
    ...plugins.map(({ id, source, folder }): SkillRoot => ({
      plugin: id,
      source,
      path: folder,
      within: source === 'project' ? within : [home],
      listed: [],
    })),
    { source: 'bundled', path: path.join(resources, 'skills'), within: [resources], listed: [] },
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

import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Net } from './net.ts'
import { splitRef } from './refs.ts'
import type { Source } from './source.ts'
import type { SourceFile, SourceTree } from './types.ts'

/** Where GitHub is reached; a test puts its own server in its place. */
export interface GithubBases {
  readonly web: string
  readonly api: string
  readonly raw: string
}

const Commit = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) })
const Refs = z.array(z.object({ ref: z.string() }))
const Contents = z.array(z.object({ path: z.string(), type: z.enum(['file', 'dir', 'symlink', 'submodule']), size: z.number().optional() }))
const Tree = z.object({
  truncated: z.boolean().optional(),
  tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), size: z.number().optional() })),
})

type GithubSource = Extract<Source, { kind: 'github' }>

/** A repository of GitHub by its API, without git. `AppError('install.*')`. */
export async function openGithub({ owner, repo, at, skill }: GithubSource, net: Net, bases: GithubBases): Promise<SourceTree> {
  const own = `repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`
  const origin = `${bases.web}/${owner}/${repo}`
  const api = (inner: string, query: Readonly<Record<string, string>> = {}): URL => {
    const url = new URL(`${bases.api}/${own}/${inner}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  const commitOf = async (ref: string): Promise<string> => {
    try {
      return (await net.json(api(`commits/${encodePath(ref)}`), Commit)).sha
    } catch (error) {
      const isUnknown = error instanceof AppError && (error.code === 'install.not_found' || error.params['detail'] === '422')
      throw isUnknown && ref !== 'HEAD' ? new AppError('install.ref_unknown', { params: { ref, source: origin }, cause: error }) : error
    }
  }
  const namesBelow = async (first: string): Promise<ReadonlySet<string>> => {
    const found: string[] = []
    for (const kind of ['heads', 'tags'] as const) {
      const refs = await net.json(api(`git/matching-refs/${kind}/${encodePath(first)}`), Refs)
      found.push(...refs.map(({ ref }) => ref.replace(`refs/${kind}/`, '')))
    }
    return new Set(found)
  }

  const place = await resolvePlace({ at, skill }, { namesBelow, origin })
  const commit = await commitOf(place.ref === '' ? 'HEAD' : place.ref)
  const files = place.path === '' || place.skill !== undefined ? await wholeTree(commit) : await filesBelow(place.path, commit)

  async function wholeTree(sha: string): Promise<SourceFile[]> {
    const { tree, truncated } = await net.json(api(`git/trees/${sha}`, { recursive: '1' }), Tree)
    if (truncated) throw new AppError('install.too_many_files', { params: { limit: tree.length } })
    return tree.flatMap(({ path, mode, type, size }): SourceFile[] => {
      if (type !== 'blob') return []
      return [
        { path, kind: mode === '120000' ? 'link' : 'file', isExecutable: mode === '100755', ...(size !== undefined && { bytes: size }) },
      ]
    })
  }
  /** One folder and what is below it. The API answers an object for a file. */
  async function filesBelow(path: string, sha: string): Promise<SourceFile[]> {
    if (/(^|\/)skill\.md$/i.test(path)) return filesBelow(path.slice(0, Math.max(0, path.lastIndexOf('/'))), sha)
    const found: SourceFile[] = []
    const folders = [path]
    for (const folder of folders) {
      if (folders.length > MAX_FOLDERS) throw new AppError('install.too_many_files', { params: { limit: MAX_FOLDERS } })
      for (const { path: inner, type, size } of await net.json(api(`contents/${encodePath(folder)}`, { ref: sha }), Contents)) {
        if (type === 'dir') folders.push(inner)
        else if (type !== 'submodule')
          found.push({ path: inner, kind: type === 'symlink' ? 'link' : 'file', ...(size !== undefined && { bytes: size }) })
      }
    }
    return found
  }

  return {
    origin,
    ref: place.ref,
    commit,
    path: place.path,
    skill: place.skill,
    topName: repo,
    isSkillFolder: false,
    files,
    read: (file, maxBytes) =>
      net.bytes(new URL(`${bases.raw}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/${commit}/${encodePath(file.path)}`), {
        file: file.path,
        maxBytes,
      }),
    close: async () => net.close(),
  }
}

/** Folders of one skill; the quotas on its files are stricter. */
const MAX_FOLDERS = 40

interface Place {
  /** Empty: the newest. */
  readonly ref: string
  readonly path: string
  readonly skill: string | undefined
}

async function resolvePlace(
  { at, skill }: Pick<GithubSource, 'at' | 'skill'>,
  { namesBelow, origin }: { namesBelow: (first: string) => Promise<ReadonlySet<string>>; origin: string },
): Promise<Place> {
  switch (at.kind) {
    case 'top':
      return { ref: '', path: '', skill }
    case 'path':
      return { ref: '', path: at.path, skill }
    case 'version-or-skill': {
      const isVersion = (await namesBelow(at.word)).has(at.word)
      return isVersion ? { ref: at.word, path: '', skill } : { ref: '', path: '', skill: skill ?? at.word }
    }
    case 'ref-and-path': {
      const found = splitRef(at.parts, await namesBelow(at.parts[0] ?? ''))
      if (found) return { ...found, skill }
      throw new AppError('install.ref_unknown', { params: { ref: at.parts.join('/'), source: origin } })
    }
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Net } from './net.ts'
import type { Source } from './source.ts'
import type { SourceFile, SourceTree } from './types.ts'

const Index = z.object({
  skills: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().max(10_000).default(''),
        /** From the skill's folder `<name>/` beside the index. */
        files: z.array(z.string()).optional(),
        /** Newer form: where its SKILL.md is. */
        url: z.string().optional(),
        type: z.string().optional(),
        /** Of several entries of one name the first is the newest. */
        version: z.string().max(200).optional(),
        digest: z.string().optional(),
      }),
    )
    .max(2_000),
})

type Wanted = Omit<Extract<Source, { kind: 'well-known' }>, 'kind'>

/** Skills that a site lists under `/.well-known/agent-skills/`. `AppError('install.*')`. */
export async function openWellKnown({ url: base, skill, version: wanted }: Wanted, net: Net): Promise<SourceTree> {
  const listed = (await net.json(new URL('index.json', base), Index)).skills
  const skills = wanted === undefined ? newest(listed) : listed.filter(({ version }) => version === wanted)
  if (skills.length === 0 && wanted !== undefined) throw new AppError('install.ref_unknown', { params: { ref: wanted, source: base.href } })
  const version = skills.find(({ name }) => name === skill)?.version ?? ''
  /** Addresses are made when they are needed: one bad name is no other skill's trouble. */
  const places = new Map<SourceFile, { url: () => URL; digest: string | undefined }>()
  for (const { name, description, files, url, digest } of skills) {
    for (const file of files ?? []) {
      const inner = `${name}/${file}`
      places.set({ path: inner, kind: 'file', description }, { url: () => within(base, inner), digest: undefined })
    }
    if (!files && url !== undefined && /\.md$/i.test(url)) {
      places.set({ path: `${name}/SKILL.md`, kind: 'file', description }, { url: () => new URL(url, base), digest })
    }
  }
  return {
    origin: base.href,
    ref: wanted ?? '',
    commit: version,
    path: '',
    skill,
    topName: base.hostname,
    isSkillFolder: false,
    files: [...places.keys()],
    async read(file, maxBytes) {
      const place = places.get(file)
      if (!place) throw new AppError('install.no_skill', { params: { source: file.path } })
      const bytes = await net.bytes(place.url(), { file: file.path, maxBytes })
      const digest = place.digest?.replace(/^sha256[:-]/, '')
      if (digest !== undefined && digest !== createHash('sha256').update(bytes).digest('hex')) {
        throw new AppError('install.bad_answer', { params: { host: base.host, detail: 'digest' } })
      }
      return bytes
    },
    close: async () => net.close(),
  }
}

function newest(listed: z.output<typeof Index>['skills']): z.output<typeof Index>['skills'] {
  const names = new Set<string>()
  return listed.filter(({ name }) => !names.has(name) && names.add(name))
}

/** One SKILL.md by its address. */
export function openFileAt(url: URL, net: Net): SourceTree {
  const parts = url.pathname.split('/').filter((part) => part !== '')
  return {
    origin: url.href,
    ref: '',
    commit: '',
    path: '',
    skill: undefined,
    topName: decodeURIComponent(parts.at(-2) ?? url.hostname),
    isSkillFolder: true,
    files: [{ path: 'SKILL.md', kind: 'file' }],
    read: (file, maxBytes) => net.bytes(url, { file: file.path, maxBytes }),
    close: async () => net.close(),
  }
}

/** A name with `..` in it would be another place of the site; the quotas refuse it by its path, and so does this. */
function within(base: URL, inner: string): URL {
  const url = new URL(inner.split('/').map(encodeURIComponent).join('/'), base)
  if (!url.href.startsWith(base.href)) throw new AppError('install.unsafe_path', { params: { path: JSON.stringify(inner) } })
  return url
}

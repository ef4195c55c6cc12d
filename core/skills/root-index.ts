import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'
import { errorTexts, type ErrorCode } from '../contract/error-texts.ts'
import { writeFileAtomic } from '../platform/index.ts'
import type { SkillRoot } from './roots.ts'
import type { Stamp } from './stamps.ts'
import type { FoundSkill, LinkOut } from './types.ts'

/** Everything a root holds, and what tells whether it still does. */
export interface RootRead {
  readonly skills: readonly FoundSkill[]
  readonly stamps: ReadonlyMap<string, Stamp>
  /** Links that lead out, and whether they were followed. */
  readonly outs: readonly (LinkOut & { readonly isAllowed: boolean })[]
}

export interface IndexDeps {
  readonly folder: string
  /** Of the product: another one may read the same files otherwise. */
  readonly version: string
  readonly clock: Pick<Clock, 'now'>
}

/** Counted up when what is kept, or how a file is read, changes within a version. */
const FORMAT = 4
/** Reading fewer takes no time worth keeping. */
const MIN_SKILLS = 100
/** Roots that are kept; the ones longest unread go. */
const MAX_FILES = 40
/** A file that was changed this little before it was read may change again and look the same: clocks of disks are coarse. */
const SETTLED_MS = 2_000

const Text = z.object({
  name: z.string(),
  description: z.string(),
  whenToUse: z.string(),
  allowedTools: z.array(z.string()),
  disallowedTools: z.array(z.string()),
  mode: z.enum(['inline', 'fork']),
  fork: z.object({
    context: z.enum(['none', 'recent', 'full']),
    model: z.string().optional(),
    effort: z.string().optional(),
    agent: z.string().optional(),
  }),
  paths: z.array(z.string()),
  argumentHint: z.string(),
  argumentNames: z.array(z.string()),
  isForModel: z.boolean(),
  isForUser: z.boolean(),
  license: z.string(),
  version: z.string(),
  compatibility: z.string(),
  metadata: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of its bytes, which follow the head. */
  bodyAt: z.number().int(),
  bodyBytes: z.number().int(),
})
const Out = z.object({ link: z.string(), target: z.string(), isAllowed: z.boolean() })
const Head = z.object({
  key: z.string(),
  bodies: z.number().int(),
  stamps: z.array(z.tuple([z.string(), z.string()])),
  outs: z.array(Out),
  skills: z.array(
    z.object({
      id: z.string(),
      folder: z.string(),
      path: z.string(),
      linkOut: Out.optional(),
      text: Text.optional(),
      diagnostics: z.array(
        z.object({
          level: z.enum(['info', 'warning', 'error']),
          line: z.number().int(),
          code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(errorTexts, code)),
          params: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
})

/** What was kept of a root; whether that still holds is the caller's to see. Undefined where there is nothing that can be used. */
export async function readIndex(deps: IndexDeps, root: SkillRoot): Promise<RootRead | undefined> {
  const bytes = await readFile(fileOf(deps, root)).catch(() => undefined)
  if (!bytes) return undefined
  const end = bytes.indexOf('\n')
  const head = parse(bytes.toString('utf8', 0, end))
  if (head?.key !== keyOf(deps, root) || bytes.length !== end + 1 + head.bodies) return undefined
  const bodies = bytes.subarray(end + 1)
  const skills = head.skills.map(({ text, diagnostics, linkOut, ...rest }): FoundSkill => ({
    ...rest,
    source: root.source,
    ...(root.plugin !== undefined && { plugin: root.plugin }),
    ...(linkOut && { linkOut }),
    text: text && withBody(text, bodies),
    diagnostics: diagnostics.map(({ level, line, code, params }) => ({ level, line, problem: new AppError(code, { params }) })),
  }))
  return { skills, stamps: new Map(head.stamps), outs: head.outs }
}

/** Keeps what was read of a large root. A root that was changed a moment ago is not kept, nor one that cannot be written. */
export async function writeIndex(deps: IndexDeps, root: SkillRoot, { skills, stamps, outs }: RootRead): Promise<void> {
  if (skills.length < MIN_SKILLS || [...stamps.values()].some((stamp) => isFresh(stamp, deps.clock.now()))) return
  const bodies: Buffer[] = []
  let at = 0
  const kept = skills.map(({ id, folder, path: file, linkOut, text, diagnostics }) => {
    const { body = '', ...head } = text ?? {}
    const bytes = Buffer.from(body)
    const [bodyAt, bodyBytes] = [at, bytes.length]
    bodies.push(bytes)
    at += bodyBytes
    return {
      ...{ id, folder, path: file, linkOut },
      text: text && { ...head, bodyAt, bodyBytes },
      diagnostics: diagnostics.map(({ level, line, problem: { code, params } }) => ({ level, line, code, params })),
    }
  })
  const head = JSON.stringify({ key: keyOf(deps, root), bodies: at, stamps: [...stamps], outs, skills: kept })
  try {
    await mkdir(deps.folder, { recursive: true, mode: 0o700 })
    await writeFileAtomic(fileOf(deps, root), Buffer.concat([Buffer.from(`${head}\n`), ...bodies]), { mode: 0o600 })
    await dropOldest(deps.folder)
  } catch (error) {
    // A home that cannot be written costs time at the next start, and nothing else.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** The body is made of its bytes when it is asked for: of thousands few are. */
function withBody(
  { bodyAt, bodyBytes, fork: { context, model, effort, agent }, ...text }: z.infer<typeof Text>,
  bodies: Buffer,
): FoundSkill['text'] {
  return {
    ...text,
    fork: { context, model, effort, agent },
    get body() {
      return bodies.toString('utf8', bodyAt, bodyAt + bodyBytes)
    },
  }
}

function parse(head: string): z.infer<typeof Head> | undefined {
  try {
    return Head.safeParse(JSON.parse(head)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function keyOf({ version }: IndexDeps, { path: root, within, listed }: SkillRoot): string {
  return JSON.stringify([FORMAT, version, root, within, listed])
}

function fileOf({ folder }: IndexDeps, { path: root }: SkillRoot): string {
  return path.join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 32)}.idx`)
}

function isFresh(stamp: Stamp, now: number): boolean {
  const [, , modified = 0, changed = 0] = stamp.split(' ').map(Number)
  return Math.max(modified, changed) > now - SETTLED_MS
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.idx'))
  if (names.length <= MAX_FILES) return
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })))
  for (const { name } of aged.sort((a, b) => b.at - a.at).slice(MAX_FILES)) await rm(path.join(folder, name), { force: true })
}

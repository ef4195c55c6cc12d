import { isDeepStrictEqual } from 'node:util'
import fs from 'node:fs/promises'
import { readdirSync, renameSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openInstaller, tempProject, type TempProject } from '../../testing/index.ts'
import type { Installer } from './index.ts'

/** Everything that changes the disk. */
const CHANGES = ['rename', 'rm', 'mkdir', 'writeFile', 'open', 'unlink', 'cp', 'copyFile'] as const
const whole = Object.fromEntries(CHANGES.map((name) => [name, fs[name]]))
let base: TempProject | undefined
beforeAll(async () => {
  // `cp` is loaded when first used, and keeps the functions it finds then.
  base = tempProject({ 'a/x': 'x' })
  await fs.cp(base.path('a'), base.path('b'), { recursive: true })
  base.close()
})
afterEach(() => {
  power(Number.POSITIVE_INFINITY)
  base?.close()
})

/** After `changes` more changes of the disk nothing happens any more, also not what would tidy up. */
function power(changes: number): { isOut: () => boolean } {
  let left = changes
  const cut = Object.fromEntries(
    CHANGES.map((name) => [
      name,
      (...args: readonly unknown[]) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('power cut')) : Reflect.apply(whole[name] ?? fs.rm, fs, args)
      },
    ]),
  )
  Object.assign(fs, changes === Number.POSITIVE_INFINITY ? whole : cut)
  syncBuiltinESMExports()
  return { isOut: () => left < 0 }
}

const text = (body: string) => `---\nname: greet\ndescription: greets\n---\n\n${body}\n`
const OLD = { 'SKILL.md': text('old'), 'a.md': 'old a', 'gone.md': 'x' }
const NEW = { 'SKILL.md': text('new'), 'a.md': 'new a', 'came.md': 'y' }

it.each(['install', 'update', 'remove', 'undo'] as const)(
  'leaves one whole version when the power goes at any point of: %s',
  async (what) => {
    let points = 0
    const endings = new Set<string>()
    for (let changes = 0; ; changes += 1) {
      const { project, installer, where } = world()
      if (what !== 'install') {
        await put(OLD)
        await install(installer)
      }
      if (what === 'undo') {
        await put(NEW)
        await install(installer)
      }
      await put(what === 'remove' ? OLD : NEW)
      // Up to here an update is what an installation is.
      const shown = what === 'update' ? await preview(installer) : undefined
      const { isOut } = power(changes)
      const work = {
        install: () => install(installer),
        update: () => confirm(installer, shown),
        remove: () => installer.remove('greet', where),
        undo: () => installer.undo('greet', where),
      }
      const ended = await work[what]().then(
        () => 'done',
        () => 'cut',
      )
      const isCut = isOut()
      power(Number.POSITIVE_INFINITY)
      // The process that had begun is gone.
      for (const name of stagings(project))
        renameSync(
          project.path(`project/.mewcode/skills/.staging/${name}`),
          project.path(`project/.mewcode/skills/.staging/4999999-${changes}`),
        )
      if (project.has('project/.mewcode/skills/.lock')) project.write('project/.mewcode/skills/.lock', '4999999')

      const [state] = await opened(project).installed(where.projectRoot)
      const files = project.has('project/.mewcode/skills/greet')
        ? Object.fromEntries(
            readdirSync(project.path('project/.mewcode/skills/greet')).map((name) => [
              name,
              project.read(`project/.mewcode/skills/greet/${name}`),
            ]),
          )
        : undefined
      // The folder and the lock say the same: nothing, the old version whole, or the new one whole.
      const versions = { old: OLD, new: NEW }
      const version =
        files === undefined
          ? 'none'
          : (Object.keys(versions).find((name) => isDeepStrictEqual(files, name === 'old' ? OLD : NEW)) ?? 'torn')
      expect([version, state?.state ?? 'none']).toEqual([version, version === 'none' ? 'none' : 'untouched'])
      expect(version).not.toBe('torn')
      expect(stagings(project)).toEqual([])
      endings.add(version)
      project.close()
      points += 1
      if (ended === 'done' && !isCut) break
    }
    // Both sides of the turning point were seen.
    expect([...endings].sort()).toEqual(
      { install: ['new', 'none'], update: ['new', 'old'], remove: ['none', 'old'], undo: ['new', 'old'] }[what],
    )
    expect(points).toBeGreaterThan(8)
  },
)

function world(): { project: TempProject; installer: Installer; where: { level: 'project'; projectRoot: string } } {
  base = tempProject({ 'project/x': '', 'home/x': '' })
  return { project: base, installer: opened(base), where: { level: 'project', projectRoot: base.path('project') } }
}

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  await fs.rm(base?.path('source') ?? '', { recursive: true, force: true })
  for (const [file, content] of Object.entries(files)) base?.write(`source/greet/${file}`, content)
}

async function install(installer: Installer): Promise<void> {
  await confirm(installer, await preview(installer))
}

async function preview(installer: Installer): Promise<string> {
  const where = { level: 'project', projectRoot: base?.path('project') } as const
  const { previewId } = await installer.preview({ source: base?.path('source/greet') ?? '' }, where, new AbortController().signal)
  return previewId
}

async function confirm(installer: Installer, previewId = ''): Promise<void> {
  await installer.confirm(previewId, { projectRoot: base?.path('project'), acceptCritical: false })
}

function opened(project: TempProject): Installer {
  return openInstaller(project.path('home'))
}

function stagings(project: TempProject): string[] {
  const folder = 'project/.mewcode/skills/.staging'
  return project.has(folder) ? readdirSync(project.path(folder)).filter((name) => name !== '.gitignore') : []
}

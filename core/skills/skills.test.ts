import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tempProject, type TempProject } from '../testing/index.ts'
import { createSkills, type Skills } from './index.ts'

let world: TempProject
let skills: Skills
let off: string[]

beforeEach(() => {
  world = tempProject({ 'proj/.git/HEAD': 'ref: refs/heads/main\n' })
  off = []
  skills = createSkills({
    home: world.path('home/.mewcode'),
    userHome: world.path('home'),
    resources: world.path('resources'),
    disabled: async () => off,
  })
})
afterEach(() => world.close())

const text = (name: string, description = `does ${name}`, more = '', body = 'Do it.') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`
const place = (more = {}) => ({ projectRoot: world.path('proj'), isTrusted: true, ...more })
const put = (folder: string, content?: string) => world.write(`${folder}/SKILL.md`, content ?? text(folder.split('/').at(-1) ?? ''))
const states = async () => (await skills.list(place())).map(({ id, source, state }) => [id, source, state])
const codes = async (id: string) =>
  (await skills.list(place())).filter((one) => one.id === id).flatMap(({ diagnostics }) => diagnostics.map(({ problem }) => problem.code))

describe('where skills are found', () => {
  it('looks in all places of project, user and product, and up to the top of the repository', async () => {
    for (const folder of ['proj/.mewcode', 'proj/.agents', 'proj/.claude', 'home/.mewcode', 'home/.agents', 'home/.claude', 'resources']) {
      put(`${folder}/skills/${folder.replaceAll(/[/.]+/g, '-')}`)
    }
    mkdirSync(world.path('proj/packages/web'), { recursive: true })
    const found = await skills.list(place({ projectRoot: world.path('proj/packages/web') }))
    expect(found.map(({ id, source, state }) => `${id} ${source} ${state}`)).toEqual([
      'proj-mewcode project active',
      'proj-agents project active',
      'proj-claude project active',
      'home-mewcode user active',
      'home-agents user active',
      'home-claude user active',
      'resources bundled active',
    ])
  })

  it('goes five folders down, not into a skill, and not where dependencies lie', async () => {
    put('proj/.claude/skills/group/inner/deep')
    put('proj/.claude/skills/group/inner/deep/examples/not-one')
    put('proj/.claude/skills/a/b/c/d/fifth')
    put('proj/.claude/skills/a/b/c/d/e/sixth')
    put('proj/.claude/skills/node_modules/pack')
    put('proj/.claude/skills/.git/odd')
    expect((await states()).map(([id]) => id)).toEqual(['fifth', 'deep'])
  })

  it('lets the stronger one win and keeps the other one with the reason', async () => {
    put('home/.mewcode/skills/Log')
    put('proj/.mewcode/skills/log')
    put('proj/.claude/skills/log')
    expect(await states()).toEqual([
      ['log', 'project', 'active'],
      ['log', 'project', 'shadowed'],
      ['Log', 'user', 'shadowed'],
    ])
    expect(await codes('Log')).toEqual(['skill.name_form', 'skill.shadowed'])
  })

  it('lets a broken or switched off one hide nothing', async () => {
    put('proj/.mewcode/skills/log', '---\nname: log\n---\n')
    put('home/.mewcode/skills/log')
    put('home/.mewcode/skills/other')
    off = ['OTHER']
    expect(await states()).toEqual([
      ['log', 'project', 'broken'],
      ['log', 'user', 'active'],
      ['other', 'user', 'disabled'],
    ])
  })

  it('takes composed and decomposed names for one', async () => {
    put(`home/.mewcode/skills/${'é'.normalize('NFC')}`)
    put(`home/.mewcode/skills/${'é'.normalize('NFD')}`)
    expect((await states()).map(([id, , state]) => [id, state])).toEqual([
      ['é', 'active'],
      ['é', 'shadowed'],
    ])
  })
})

describe('links', () => {
  it('follows those of a project inside of it; others are said, and nothing of what they lead to is read', async () => {
    put('elsewhere/mine')
    put('proj/tools/theirs')
    const link = (target: string, at: string): void => {
      mkdirSync(dirname(world.path(at)), { recursive: true })
      symlinkSync(target, world.path(at))
    }
    link(world.path('elsewhere/mine'), 'home/.claude/skills/mine')
    link(world.path('elsewhere/mine'), 'proj/.claude/skills/out')
    link('../../tools/theirs', 'proj/.claude/skills/theirs')
    link('nowhere', 'proj/.claude/skills/dangling')
    link('.', 'proj/.claude/skills/round')
    expect(await states()).toEqual([
      ['dangling', 'project', 'broken'],
      ['out', 'project', 'held'],
      ['theirs', 'project', 'active'],
      ['mine', 'user', 'held'],
    ])
    expect([await codes('dangling'), await codes('out'), await codes('mine')]).toEqual([
      ['skill.link_broken'],
      ['skill.link_out'],
      ['skill.link_out'],
    ])
  })

  it('reads no SKILL.md that leads out of the project', async () => {
    world.write('secret.txt', text('leak', 'the secret'))
    mkdirSync(world.path('proj/.claude/skills/leak'), { recursive: true })
    symlinkSync(world.path('secret.txt'), world.path('proj/.claude/skills/leak/SKILL.md'))
    expect(await states()).toEqual([['leak', 'project', 'held']])
    expect(JSON.stringify(await skills.list(place()))).not.toContain('the secret')
  })

  it('shows a folder once that two places lead to', async () => {
    put('proj/.agents/skills/one')
    mkdirSync(world.path('proj/.claude/skills'), { recursive: true })
    symlinkSync('../../.agents/skills/one', world.path('proj/.claude/skills/one'))
    expect(await states()).toEqual([['one', 'project', 'active']])
  })
})

describe('who gets which', () => {
  it('keeps the model from a folder nobody trusts; the user’s own skill of that name comes first there', async () => {
    put('proj/.mewcode/skills/log', text('log', 'theirs'))
    put('proj/.mewcode/skills/theirs')
    put('home/.mewcode/skills/log', text('log', 'mine'))
    const shown = async (isTrusted: boolean) => {
      const at = place({ isTrusted })
      const words = (all: readonly { id: string; text: { description: string } }[]) =>
        all.map(({ id, text: { description } }) => [id, description])
      return [words(await skills.forModel(at)), words(await skills.forUser(at))]
    }
    expect(await shown(false)).toEqual([
      [['log', 'mine']],
      [
        ['log', 'mine'],
        ['theirs', 'does theirs'],
      ],
    ])
    expect((await shown(true))[0]).toEqual([
      ['log', 'theirs'],
      ['theirs', 'does theirs'],
    ])
  })

  it.each([
    'disable-model-invocation: yes\n',
    'disable-model-invocation: perhaps\n',
    'disallowed-tools: *none\n',
    'allowed-tools: { a: 1 }\n',
  ])('keeps from the model what says so, or may have said so: %j', async (more) => {
    put('home/.mewcode/skills/x', text('x', 'does x', more))
    expect([(await skills.forModel(place())).length, (await skills.forUser(place())).length]).toEqual([0, 1])
  })
})

describe('a changed file', () => {
  it('is seen by the next call, new and removed ones too', async () => {
    put('home/.mewcode/skills/a', text('a', 'first'))
    const words = async () => (await skills.forModel(place())).map(({ text: { description } }) => description)
    expect(await words()).toEqual(['first'])
    put('home/.mewcode/skills/a', text('a', 'second'))
    put('home/.mewcode/skills/group/b', text('b', 'new'))
    expect(await words()).toEqual(['second', 'new'])
    rmSync(world.path('home/.mewcode/skills/a'), { recursive: true })
    expect(await words()).toEqual(['new'])
  })

  it('keeps its last good text while it cannot be read, and says so', async () => {
    put('home/.mewcode/skills/a', text('a', 'good'))
    await skills.list(place())
    put('home/.mewcode/skills/a', '---\nname: a\ndescr')
    expect((await skills.forModel(place())).map(({ text: { description } }) => description)).toEqual(['good'])
    expect(await codes('a')).toEqual(['skill.last_good', 'skill.never_closed'])
  })

  it('never shows half of one version and half of another to two hundred readers', async () => {
    const file = world.path('home/.mewcode/skills/a/SKILL.md')
    const version = (n: number) => text('a', `version ${n}`, '', `${n} `.repeat(20_000))
    put('home/.mewcode/skills/a', version(0))
    const torn: string[] = []
    const read = async (): Promise<void> => {
      const all = await skills.forModel(place())
      // What was answered stays as it is, whatever is written meanwhile.
      await setImmediate()
      for (const { text: found } of all) {
        const seen = new Set(found.body.trim().split(' '))
        if (seen.size !== 1 || `version ${[...seen][0]}` !== found.description) torn.push(found.description)
      }
    }
    const readers = Array.from({ length: 200 }, async (_, n) => {
      for (let turns = 0; turns < n % 40; turns += 1) await setImmediate()
      if (n % 10 === 0) {
        const next = join(dirname(file), `next-${n}`)
        writeFileSync(next, version(n))
        renameSync(next, file)
      }
      await read()
    })
    await Promise.all(readers)
    await read()
    expect(torn).toEqual([])
  })
})

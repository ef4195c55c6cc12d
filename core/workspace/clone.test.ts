import { mkdirSync, readdirSync, writeFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectCore, startSkillServer, type ConnectedCore, type CoreWindow, type SkillServer } from '../testing/index.ts'
import { readCloneAddress } from './clone-address.ts'

let server: SkillServer
let app: ConnectedCore
let home: CoreWindow
let parent: string
beforeEach(async () => {
  server = await startSkillServer()
  server.commit('team/tool', { 'README.md': 'read me', 'src/a.ts': 'export const a = 1' })
  app = await connectCore()
  home = await app.openWindow('home')
  parent = join(app.platform.paths.userHome, '代码 folder')
  mkdirSync(parent)
})
afterEach(async () => {
  await app.close()
  await server.close()
})

const clone = (address: string, signal?: AbortSignal) =>
  home.rpc.projects.clone({ address, parent, cloneId: 'one' }, signal ? { signal } : {})

describe('cloning a repository', () => {
  it('makes a folder of its name, tells how far it is, and what comes out opens with its branch', async () => {
    const { path } = await clone(server.gitUrl('team/tool'))
    expect(path).toBe(join(parent, 'tool'))
    expect(readFileSync(join(path, 'README.md'), 'utf8')).toBe('read me')
    expect(readdirSync(parent)).toEqual(['tool'])
    const steps = home.appEvents.flatMap((event) => (event.type === 'clone.progress' ? [event] : []))
    expect(steps[0]).toEqual({ type: 'clone.progress', cloneId: 'one', step: 'connecting', percent: 0 })
    expect(steps).toContainEqual({ type: 'clone.progress', cloneId: 'one', step: 'receiving', percent: 100 })
    expect((await home.rpc.windows.open({ path })).project).toMatchObject({ name: 'tool', branch: 'main' })
    await expect(clone(server.gitUrl('team/tool'))).rejects.toMatchObject({ code: 'project.exists' })
  })

  it('runs no hook and no template of the person’s configuration, and nothing that an address names', async () => {
    const { userHome } = app.platform.paths
    const mark = join(userHome, 'ran')
    const hooks = join(userHome, 'hooks')
    for (const folder of [hooks, join(userHome, 'template', 'hooks')]) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'post-checkout'), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 })
    }
    writeFileSync(
      join(userHome, '.gitconfig'),
      `[core]\nhooksPath = ${hooks}\n[init]\ntemplateDir = ${join(userHome, 'template')}\n[protocol "ext"]\nallow = always\n[url "ext::sh -c touch% ${mark}% "]\ninsteadOf = https://evil.example/\n`,
    )
    const { path } = await clone(server.gitUrl('team/tool'))
    await expect(clone('https://evil.example/a/b.git')).rejects.toMatchObject({ code: 'project.clone_failed' })
    expect(existsSync(mark)).toBe(false)
    expect(existsSync(join(path, '.git', 'hooks'))).toBe(false)
  })

  it('leaves nothing behind when it is stopped, and the process is gone', async () => {
    const asked = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    server.answer(/slow/, (request) => {
      request.on('close', () => gone.resolve())
      request.socket.on('close', () => gone.resolve())
      asked.resolve()
    })
    const stop = new AbortController()
    const cloning = clone(server.gitUrl('team/slow'), stop.signal)
    await asked.promise
    expect(readdirSync(parent)).toHaveLength(1)
    stop.abort()
    await expect(cloning).rejects.toMatchObject({ name: 'AbortError' })
    await gone.promise
    await expect.poll(() => readdirSync(parent)).toEqual([])
  })

  it('says what is wrong, never with what stands before the host, and leaves nothing', async () => {
    const address = server.gitUrl('team/none').replace('//', '//ghp_abcdefghijklmnopqrstuvwxyz0123456789@')
    const failure = await clone(address).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'project.clone_not_found' })
    expect(JSON.stringify(failure)).not.toContain('ghp_')
    server.answer(/private/, (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end())
    await expect(clone(server.gitUrl('team/private'))).rejects.toMatchObject({ code: 'project.clone_not_found' })
    server.answer(/broken/, (_, response) => void response.writeHead(500).end())
    await expect(clone(server.gitUrl('team/broken'))).rejects.toMatchObject({ code: 'project.clone_failed' })
    await expect(home.rpc.projects.clone({ address: 'a/b', parent: join(parent, 'none'), cloneId: 'x' })).rejects.toMatchObject({
      code: 'project.missing',
    })
    expect(readdirSync(parent)).toEqual([])
    expect(JSON.stringify([app.platform.lines, home.appEvents])).not.toContain('ghp_')
  })
})

it('says that there is no git', async () => {
  const bare = await connectCore({ env: { PATH: '' } })
  const window = await bare.openWindow('home')
  await expect(window.rpc.projects.clone({ address: 'a/b', parent: bare.project.root, cloneId: 'x' })).rejects.toMatchObject({
    code: 'project.clone_no_git',
  })
  await bare.close()
})

it('reads the addresses people paste and refuses all else', () => {
  const url = (address: string): string => readCloneAddress(address).url
  expect(url('owner/my.repo')).toBe('https://github.com/owner/my.repo.git')
  expect(readCloneAddress('git@example.com:team/a.git')).toEqual({ url: 'git@example.com:team/a.git', name: 'a' })
  expect(readCloneAddress('ssh://git@example.com:2222/~me/a%20b.git/').name).toBe('a b')
  expect(readCloneAddress('https://org@dev.example.com/org/_git/仓库').name).toBe('仓库')
  const bad = ['', '-u', '--upload-pack=x', 'a', 'a/b/c', '../x', '/etc', 'file:///etc', 'ext::sh -c id', 'C:\\x', 'https://example.com']
  const worse = [
    'https://me:secret@example.com/a.git',
    '-oProxyCommand=x@h:y',
    'x@-oProxyCommand=y:z',
    'https://example.com/a/..',
    'https://e.com/%2e%2e',
  ]
  for (const address of [...bad, ...worse]) {
    expect(() => url(address)).toThrow(expect.objectContaining({ code: 'project.clone_address' }))
    expect(() => url(address)).not.toThrow(/secret/)
  }
})

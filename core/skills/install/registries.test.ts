import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectCore, startSkillServer, type ConnectedCore, type SkillServer } from '../../testing/index.ts'

const TOKEN = 'tok-3f9c1a7e5b2d8064'
const BASIC = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')
const skill = (name: string) => `---\nname: ${name}\ndescription: does ${name}\n---\n\nDo it.\n`

/** A registry that lets in who shows the token, and what it was asked. */
interface Gate {
  readonly url: string
  readonly asked: { url: string; authorization: string | undefined }[]
}

let behind: SkillServer
let app: ConnectedCore
const open: Server[] = []
beforeEach(async () => {
  behind = await startSkillServer()
  behind.commit('acme/pack', { 'skills/one/SKILL.md': skill('one'), 'skills/two/SKILL.md': skill('two') })
  const index = { skills: [{ name: 'site', description: 'from the site', files: ['SKILL.md', 'far.md'] }] }
  behind.answer(/\/index\.json$/, (_, response) => void response.end(JSON.stringify(index)))
  behind.answer(/\/site\/SKILL\.md$/, (_, response) => void response.end(skill('site')))
  behind.answer(/\/far\.md$/, (_, response) => void response.end('far'))
  app = await connectCore({ env: { PATH: process.env['PATH'] ?? '' } })
})
afterEach(async () => {
  await app.close()
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await behind.close()
})

async function gate(lets: (authorization: string | undefined) => boolean, first?: (url: string) => string | undefined): Promise<Gate> {
  const asked: Gate['asked'] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { url = '/', headers, method } = request
    asked.push({ url, authorization: headers.authorization })
    const elsewhere = first?.(url)
    if (elsewhere !== undefined) return void response.writeHead(302, { location: elsewhere }).end()
    // One that says again what it was told.
    if (url.startsWith('/echo/')) return void response.writeHead(404, { 'content-type': 'text/plain' }).end(`no ${headers.authorization}`)
    if (!lets(headers.authorization)) return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end(`no ${TOKEN}`)
    const onward = ask(`${behind.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  open.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked }
}

const settings = (yaml: string): void => writeFileSync(join(app.platform.paths.home, 'settings.yaml'), `skills:\n${yaml}`)
const preview = (source: string) => app.rpc.skills.preview({ source, level: 'project' })
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )
const storeToken = () => app.rpc.keys.set({ provider: 'registry:corp', value: TOKEN, store: 'keychain' })

it('installs from a site and from a repository by name, with the token at their own origin and written nowhere', async () => {
  const site = await gate((shown) => shown === `Bearer ${TOKEN}`)
  const git = await gate((shown) => shown === `Basic ${BASIC}`)
  const wellKnown = `${site.url}/.well-known/agent-skills/`
  await app.rpc.skills.addRegistry({ name: 'corp', url: wellKnown, token: 'keychain' })
  await app.rpc.skills.addRegistry({ name: 'code', url: `${git.url}/git/acme/pack.git`, secret: ` ${TOKEN}\n` })
  await storeToken()
  const shown = await preview('corp:site')
  expect(shown).toMatchObject({ id: 'site', source: 'corp:site', origin: wellKnown, scan: { verdict: 'clean' } })
  await app.rpc.skills.confirm({ previewId: shown.previewId })
  const { previewId } = await preview('code:two')
  await app.rpc.skills.confirm({ previewId })
  const lock = app.project.read('.mewcode/skills-lock.json')
  expect(JSON.parse(lock).skills).toMatchObject({
    site: { source: 'corp:site', origin: wellKnown },
    two: {
      source: 'code:two',
      origin: `${git.url}/git/acme/pack.git`,
      path: 'skills/two',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
  })
  expect(await app.rpc.skills.previewUpdate({ id: 'two', level: 'project' })).toMatchObject({ source: 'code:two', isCurrent: true })
  const check = () => app.rpc.skills.checkUpdate({ id: 'two', level: 'project' })
  const { isCurrent, commit } = await check()
  behind.commit('acme/pack', { 'skills/two/SKILL.md': `${skill('two')}More.\n` })
  expect([isCurrent, await check()]).toEqual([true, { isCurrent: false, ref: '', commit: expect.not.stringMatching(commit) }])
  expect(site.asked.every(({ authorization }) => authorization === `Bearer ${TOKEN}`)).toBe(true)
  const written =
    lock +
    JSON.stringify(app.platform.lines) +
    JSON.stringify(await app.rpc.skills.installed({})) +
    readFileSync(join(app.platform.paths.home, 'settings.yaml'), 'utf8')
  expect([written.includes(TOKEN), written.includes(BASIC)]).toEqual([false, false])
  const home = await app.openWindow('home')
  const used = (await home.rpc.audit.list({ kind: 'credential' })).rows.map(({ tool }) => tool)
  expect(used.toSorted()).toEqual(['registry:code', 'registry:corp'])
})

it('says what a registry wants that lets nobody in without a token, and never says the token', async () => {
  const site = await gate((shown) => shown === 'Bearer another')
  settings(`  registries:
    - { name: open, url: "${site.url}" }
    - { name: corp, url: "${site.url}", token: keychain }
    - { name: code, url: "${site.url}/git/acme/pack.git" }
    - { name: both, url: "${site.url}/git/acme/pack.git", token: keychain }
    - { name: echo, url: "${site.url}/echo/a.git", token: keychain }
`)
  expect(await codeOf(preview('open:site'))).toBe('install.registry_refused')
  expect(await codeOf(preview('code:one'))).toBe('install.registry_refused')
  expect([await codeOf(preview('corp:site')), site.asked.some(({ authorization }) => authorization !== undefined)]).toEqual([
    'install.registry_token',
    false,
  ])
  await storeToken()
  await app.rpc.keys.set({ provider: 'registry:both', value: TOKEN, store: 'keychain' })
  for (const source of ['corp:site', 'both:one']) {
    const error = await preview(source).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'install.registry_refused', params: { name: source.split(':')[0] } })
    expect(JSON.stringify(error)).not.toMatch(new RegExp(`${TOKEN}|${BASIC}`))
  }
  await app.rpc.keys.set({ provider: 'registry:echo', value: TOKEN, store: 'keychain' })
  const echoed = await preview('echo:one').catch((failure: unknown) => failure)
  expect(echoed).toMatchObject({ code: 'install.git_failed', params: { detail: 'remote: no Basic …' } })
  expect(await codeOf(preview('other:site'))).toBe('install.registry_unknown')
})

it('shows another origin no token, wherever a registry leads', async () => {
  const elsewhere = await gate(() => true)
  const site = await gate(
    () => true,
    (url) => (url.endsWith('/far.md') || url.startsWith('/git/') ? `${elsewhere.url}${url}` : undefined),
  )
  settings(`  hosts: ["${new URL(elsewhere.url).host}"]
  registries:
    - { name: corp, url: "${site.url}", token: keychain }
    - { name: code, url: "${site.url}/git/acme/pack.git", token: keychain }
`)
  await storeToken()
  await app.rpc.keys.set({ provider: 'registry:code', value: TOKEN, store: 'keychain' })
  expect((await preview('corp:site')).files.map(({ path }) => path)).toEqual(['SKILL.md', 'far.md'])
  expect(elsewhere.asked).toEqual([{ url: '/.well-known/agent-skills/site/far.md', authorization: undefined }])
  // Git follows nobody.
  expect(await codeOf(preview('code:one'))).toBe('install.git_failed')
  expect(elsewhere.asked).toHaveLength(1)
})

it('keeps a skill of a repository at the version it is pinned to, and follows the newest again', async () => {
  const first = behind.commit('acme/pack', { 'skills/one/SKILL.md': skill('one') }, { tag: 'v1' })
  const newest = behind.commit('acme/pack', { 'skills/one/SKILL.md': `${skill('one')}More.\n` })
  settings(`  registries: [{ name: code, url: "${behind.gitUrl('acme/pack')}" }]\n`)
  const shown = await preview('code:one@v1')
  expect(shown).toMatchObject({ id: 'one', ref: 'v1', commit: first, body: 'Do it.' })
  await app.rpc.skills.confirm({ previewId: shown.previewId })
  const update = { id: 'one', level: 'project' } as const
  expect(await app.rpc.skills.installed({})).toMatchObject([{ registry: 'code', pin: 'v1', ref: 'v1', commit: first }])
  expect(await app.rpc.skills.previewUpdate(update)).toMatchObject({ isCurrent: true, commit: first })
  await app.rpc.skills.pin({ ...update, isPinned: false })
  const [followed] = await app.rpc.skills.installed({})
  expect([followed?.source, followed?.pin, followed?.state]).toEqual(['code:one', undefined, 'untouched'])
  const { previewId, commit } = await app.rpc.skills.previewUpdate(update)
  expect(commit).toBe(newest)
  await app.rpc.skills.confirm({ previewId })
  await app.rpc.skills.pin({ ...update, isPinned: true })
  behind.commit('acme/pack', { 'skills/one/SKILL.md': skill('one') })
  expect(await app.rpc.skills.previewUpdate(update)).toMatchObject({ isCurrent: true, commit: newest, source: `code:one@${newest}` })
  expect(await codeOf(preview('code:one@v9'))).toBe('install.ref_unknown')
})

it('knows the versions a site lists, and pins nothing that has none', async () => {
  const entries = ['2.0', '1.0'].map((version) => ({ name: 'site', version, url: `/${version}/SKILL.md` }))
  const index = JSON.stringify({ skills: [...entries, { name: 'plain', url: '/plain/SKILL.md' }] })
  const site = createServer(({ url = '' }, response) => void response.end(url.endsWith('.json') ? index : `${skill('x')}From ${url}\n`))
  open.push(site.listen(0, '127.0.0.1'))
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  settings(`  registries: [{ name: corp, url: "http://127.0.0.1:${port}" }]\n`)
  expect(await preview('corp:site')).toMatchObject({ ref: '', commit: '2.0', body: expect.stringContaining('From /2.0/') })
  const { previewId, ...older } = await preview('corp:site@1.0')
  expect(older).toMatchObject({ ref: '1.0', commit: '1.0', body: expect.stringContaining('From /1.0/') })
  await app.rpc.skills.confirm({ previewId })
  expect(await app.rpc.skills.previewUpdate({ id: 'site', level: 'project' })).toMatchObject({ isCurrent: true, commit: '1.0' })
  expect(await codeOf(preview('corp:site@3.0'))).toBe('install.ref_unknown')
  const plain = await preview('corp:plain')
  await app.rpc.skills.confirm({ previewId: plain.previewId })
  const pin = (id: string) => codeOf(app.rpc.skills.pin({ id, level: 'project', isPinned: true }))
  expect([await pin('site'), await pin('plain'), await pin('nothing')]).toEqual(['none', 'install.not_pinnable', 'install.not_installed'])
})

it('with only_registries takes nothing from anywhere else, an update neither, also where another line is wrong', async () => {
  app.project.write('mine/SKILL.md', skill('mine'))
  const { previewId } = await preview('./mine')
  await app.rpc.skills.confirm({ previewId })
  const registry = `  registries: [{ name: corp, url: "${behind.url}" }]\n`
  for (const more of ['  only_registries: true\n', '  only_registries: true\n  hosts: ["not a host"]\n', '  only_registries: perhaps\n']) {
    settings(`${registry}${more}`)
    for (const source of ['./mine', 'acme/pack@one', behind.gitUrl('acme/pack'), `${behind.url}/.well-known/agent-skills/site`])
      expect([source, await codeOf(preview(source))]).toEqual([source, 'install.only_registries'])
    expect(await codeOf(app.rpc.skills.previewUpdate({ id: 'mine', level: 'project' }))).toBe('install.only_registries')
    expect(await preview('corp:site')).toMatchObject({ id: 'site' })
  }
})

it('counts registries of a project’s files for nothing, and no folder there stands in for one', async () => {
  app.project.write('.mewcode/settings.yaml', `skills: { registries: [{ name: corp, url: "${behind.url}" }], only_registries: true }\n`)
  app.project.write('.mewcode/settings.local.yaml', `skills: { registries: [{ name: corp, url: "${behind.url}" }] }\n`)
  app.project.write('corp:site/SKILL.md', skill('site'))
  app.project.write('mine/SKILL.md', skill('mine'))
  expect([await app.rpc.skills.registries({}), await codeOf(preview('corp:site')), await codeOf(preview('./mine'))]).toEqual([
    [],
    'install.registry_unknown',
    'none',
  ])
})

it('the policy’s registries come first, and with only_managed no others are asked', async () => {
  settings(`  registries: [{ name: corp, url: "https://mine.example" }, { name: own, url: "${behind.url}" }]\n`)
  const named = `{ name: corp, url: "${behind.url}/.well-known/agent-skills/" }`
  writeFileSync(app.platform.paths.managed, `skills: { registries: [${named}] }\n`)
  expect((await app.rpc.skills.registries({})).map(({ name, isManaged }) => [name, isManaged])).toEqual([
    ['corp', true],
    ['own', false],
  ])
  writeFileSync(app.platform.paths.managed, `skills: { registries: [${named}], only_managed: true }\n`)
  expect(await preview('corp:site')).toMatchObject({ id: 'site' })
  for (const source of ['own:site', `${behind.url}/.well-known/agent-skills/site`, 'acme/pack@one'])
    expect([source, await codeOf(preview(source))]).toEqual([source, 'policy.skills'])
  expect(await app.rpc.permissions.policy({})).toMatchObject({ skillRegistries: [`corp (${behind.url}/.well-known/agent-skills/)`] })
})

it('finds skills by a word, and tells which registry did not answer', async () => {
  settings(`  registries:
    - { name: corp, url: "${behind.url}" }
    - { name: code, url: "${behind.gitUrl('acme/pack')}" }
    - { name: gone, url: "${behind.gitUrl('acme/none')}" }
`)
  const { skills, problems } = await app.rpc.skills.search({})
  expect(skills).toEqual([
    { source: 'corp:site', registry: 'corp', description: 'from the site' },
    { source: 'code:one', registry: 'code', description: 'does one' },
    { source: 'code:two', registry: 'code', description: 'does two' },
  ])
  expect(problems.map(({ code }) => code)).toEqual(['install.git_failed'])
  expect((await app.rpc.skills.search({ word: 'DOES TWO' })).skills.map(({ source }) => source)).toEqual(['code:two'])
})

it('keeps no name twice, no address that is none, and no token of a registry that is gone', async () => {
  const add = (name: string, url: string, token: 'keychain' | 'none' = 'none') => codeOf(app.rpc.skills.addRegistry({ name, url, token }))
  expect(await add('corp', 'https://corp.example', 'keychain')).toBe('none')
  expect(await add('corp', 'https://other.example')).toBe('install.registry_exists')
  expect(await add('one', 'https://corp.example/skills/SKILL.md')).toBe('install.registry_url')
  expect(await add('two', 'git@corp.example:a/b.git', 'keychain')).toBe('install.registry_url')
  expect(await add('three', 'https://me:secret@corp.example/a.git')).toBe('rpc.invalid_input')
  const withSecret = (name: string, secret: string) => codeOf(app.rpc.skills.addRegistry({ name, url: 'https://corp.example', secret }))
  expect([await withSecret('four', 'two words'), await withSecret('corp', TOKEN)]).toEqual([
    'install.registry_token',
    'install.registry_exists',
  ])
  expect(await app.platform.keychain.list()).toEqual([])
  await storeToken()
  await app.rpc.skills.removeRegistry({ name: 'corp' })
  expect([await app.rpc.skills.registries({}), await app.platform.keychain.list()]).toEqual([[], []])
  expect(await codeOf(app.rpc.skills.removeRegistry({ name: 'corp' }))).toBe('install.registry_unknown')
})

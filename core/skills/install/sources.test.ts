import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectCore, startSkillServer, type ConnectedCore, type SkillServer } from '../../testing/index.ts'

const skill = (name: string, body = 'Do it.') => `---\nname: ${name}\ndescription: does ${name}\nallowed-tools: Read\n---\n\n${body}\n`

let server: SkillServer
let app: ConnectedCore
const commits: Record<string, string> = {}
/** What the server says may be changed by one case at a time. */
beforeAll(async () => {
  server = await startSkillServer()
  commits['v1'] = server.commit('acme/pack', { 'skills/one/SKILL.md': skill('one', 'first'), 'README.md': 'x' }, { tag: 'v1' })
  commits['slash'] = server.commit(
    'acme/pack',
    { 'skills/one/SKILL.md': skill('one', 'from the branch'), 'skills/one/scripts/go.sh': { run: 'echo go' } },
    // A tag may be called as a branch begins.
    { branch: 'feature/deep/er', tag: 'feature/deep' },
  )
  commits['main'] = server.commit('acme/pack', {
    'skills/one/SKILL.md': skill('one', 'newest'),
    'skills/one/scripts/go.sh': { run: 'echo go' },
    'skills/two/SKILL.md': skill('two'),
    'node_modules/evil/SKILL.md': skill('evil'),
  })
  server.commit('acme/single', { 'SKILL.md': skill('single'), 'scripts/a.sh': 'a', 'src/huge.ts': 'not a part of it', LICENSE: 'MIT' })
  app = await connectCore({
    env: { PATH: process.env['PATH'] ?? '' },
    options: { skillSources: { github: server.github, hosts: async () => [server.host] } },
  })
})
beforeEach(async () => {
  for (const { previewId } of shown.splice(0)) await app.rpc.skills.discard({ previewId })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const shown: { previewId: string }[] = []
async function preview(source: string, more: { skill?: string } = {}) {
  const found = await app.rpc.skills.preview({ source, level: 'project', ...more })
  shown.push(found)
  return found
}

it.each([
  ['acme/pack@two', 'two', 'main', '', 'skills/two'],
  ['acme/pack/skills/one', 'one', 'main', '', 'skills/one'],
  ['acme/pack#v1', 'one', 'v1', 'v1', 'skills/one'],
  ['https://github.com/acme/pack/tree/feature/deep/er/skills/one', 'one', 'slash', 'feature/deep/er', 'skills/one'],
  ['https://github.com/acme/pack/blob/v1/skills/one/SKILL.md', 'one', 'v1', 'v1', 'skills/one'],
  ['https://raw.githubusercontent.com/acme/pack/feature/deep/er/skills/one/SKILL.md', 'one', 'slash', 'feature/deep/er', 'skills/one'],
  ['https://raw.githubusercontent.com/acme/pack/refs/heads/main/skills/two/SKILL.md', 'two', 'main', 'main', 'skills/two'],
  ['https://skills.sh/acme/pack/v1', 'one', 'v1', 'v1', 'skills/one'],
  ['https://www.skills.sh/acme/pack/two', 'two', 'main', '', 'skills/two'],
  ['{git}', 'two', 'main', '', 'skills/two'],
  ['{git}#feature/deep/er', 'one', 'slash', 'feature/deep/er', 'skills/one'],
  ['{git}#feature/deep/er/skills/one', 'one', 'slash', 'feature/deep/er', 'skills/one'],
  ['git+{git}#v1', 'one', 'v1', 'v1', 'skills/one'],
  ['{web}/git/acme/pack/-/tree/feature/deep/er/skills/one', 'one', 'slash', 'feature/deep/er', 'skills/one'],
])('finds %s', async (source, id, version, ref, path) => {
  const found = await preview(
    source.replace('{git}', server.gitUrl('acme/pack')).replace('{web}', server.url),
    source === '{git}' ? { skill: 'two' } : {},
  )
  expect(found).toMatchObject({ id, commit: commits[version], ref, path, replaces: 'nothing', allowedTools: ['Read'] })
})

it('pins to a commit, and says what a version does not have', async () => {
  expect(await preview(`acme/pack#${commits['v1']}`)).toMatchObject({ commit: commits['v1'], body: 'first' })
  expect(await preview(`${server.gitUrl('acme/pack')}#${commits['v1']}`)).toMatchObject({ commit: commits['v1'], body: 'first' })
  await expect(preview('acme/pack#no/such')).rejects.toMatchObject({ code: 'install.ref_unknown' })
  await expect(preview(`${server.gitUrl('acme/pack')}#no/such`)).rejects.toMatchObject({ code: 'install.ref_unknown' })
})

it('takes of a repository that is one skill what belongs to the skill', async () => {
  const { files, id } = await preview('acme/single')
  expect([id, files.map(({ path }) => path)]).toEqual(['single', ['LICENSE', 'SKILL.md', 'scripts/a.sh']])
})

it('names the skills where there are several, and what is not there', async () => {
  await expect(preview('acme/pack')).rejects.toMatchObject({ code: 'install.several', params: { names: 'one, two' } })
  await expect(preview('acme/pack@three')).rejects.toMatchObject({ code: 'install.several' })
  await expect(preview('acme/pack/docs')).rejects.toMatchObject({ code: 'install.not_found' })
  await expect(preview('acme/nothing')).rejects.toMatchObject({ code: 'install.not_found' })
  await expect(preview(server.gitUrl('acme/nothing'))).rejects.toMatchObject({ code: 'install.git_failed' })
})

it('reads a site’s own list, within the folder of each skill, and one SKILL.md by its address', async () => {
  const index = {
    skills: [
      { name: 'site', description: 'd', files: ['SKILL.md', 'references/a.md'] },
      { name: 'up', files: ['../../secret', 'SKILL.md'] },
      { name: 'as-listed', url: 'site/SKILL.md', digest: `sha256:${createHash('sha256').update(skill('site')).digest('hex')}` },
      { name: 'changed', url: 'site/SKILL.md', digest: `sha256:${'0'.repeat(64)}` },
    ],
  }
  server.answer(/^\/\.well-known\/agent-skills\/index\.json$/, (_, response) => void response.end(JSON.stringify(index)))
  server.answer(/agent-skills\/(site|up)\/SKILL\.md$/, (_, response) => void response.end(skill('site')))
  server.answer(/references\/a\.md$/, (_, response) => void response.end('more'))
  expect((await preview(`${server.url}/.well-known/agent-skills/site`)).files.map(({ path }) => path)).toEqual([
    'SKILL.md',
    'references/a.md',
  ])
  await expect(preview(`${server.url}/.well-known/agent-skills/up`)).rejects.toMatchObject({ code: 'install.unsafe_path' })
  expect(await preview(`${server.url}/.well-known/agent-skills/as-listed`)).toMatchObject({ id: 'as-listed', description: 'does site' })
  await expect(preview(`${server.url}/.well-known/agent-skills/changed`)).rejects.toMatchObject({ code: 'install.bad_answer' })
  expect(await preview(`${server.url}/x/agent-skills/site/SKILL.md`)).toMatchObject({ id: 'site', description: 'does site' })
})

it.each([
  ['a rate limit', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1790000000' }, 'install.rate_limited'],
  ['too many requests', 429, { 'retry-after': '60' }, 'install.rate_limited'],
  ['a refusal', 403, {}, 'install.refused'],
  ['a missing repository', 404, {}, 'install.not_found'],
  ['a fault of the host', 500, {}, 'install.bad_answer'],
  ['a redirect to another host', 302, { location: 'https://elsewhere.example/x' }, 'install.redirect'],
  ['a redirect in a circle', 302, { location: '/api/repos/acme/limits/commits/HEAD' }, 'install.bad_answer'],
  ['an answer that is no JSON', 200, {}, 'install.bad_answer'],
])('says what %s is', async (_, status, headers, code) => {
  server.answer(/\/repos\/acme\/limits\//, (__, response) => void response.writeHead(status, headers).end('<html>'))
  await expect(preview('acme/limits')).rejects.toMatchObject({ code })
})

it('follows a redirect among the allowed hosts', async () => {
  server.answer(/^\/old\/site\/SKILL\.md$/, (_, response) => void response.writeHead(301, { location: '/new/site/SKILL.md' }).end())
  server.answer(/^\/new\/site\/SKILL\.md$/, (_, response) => void response.end(skill('site')))
  expect(await preview(`${server.url}/old/site/SKILL.md`)).toMatchObject({ id: 'site' })
})

it('asks no host that is not allowed, by no way', async () => {
  for (const source of ['https://elsewhere.example/x/SKILL.md', 'https://elsewhere.example/a/b.git', 'git@elsewhere.example:a/b.git']) {
    await expect(preview(source)).rejects.toMatchObject({ code: 'install.host', params: { host: 'elsewhere.example' } })
  }
  await expect(preview('http://192.168.0.1/x/SKILL.md')).rejects.toMatchObject({ code: 'install.host' })
  for (const source of ['ext::sh -c id', '--upload-pack=id', 'git+ext::sh', 'file:///etc/x.git', 'git+--upload-pack=x']) {
    await expect(preview(source)).rejects.toMatchObject({ code: expect.stringMatching(/^install\.(bad_source|host)$/) })
  }
})

it('counts what really comes, whatever was announced', async () => {
  server.commit('acme/liar', { 'skills/big/SKILL.md': skill('big'), 'skills/big/data.bin': Buffer.alloc(1024) })
  server.answer(/^\/raw\/acme\/liar\/.*data\.bin$/, (_, response) => void response.end(Buffer.alloc(1024 * 1024 + 1)))
  await expect(preview('acme/liar@big')).rejects.toMatchObject({ code: 'install.file_too_large' })
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`s/many/${n}.bin`, Buffer.alloc(10)]))
  server.commit('acme/sum', { 's/many/SKILL.md': skill('many'), ...many })
  server.answer(/^\/raw\/acme\/sum\/.*\.bin$/, (_, response) => void response.end(Buffer.alloc(1024 * 1024)))
  await expect(preview('acme/sum@many')).rejects.toMatchObject({ code: 'install.too_large' })
  const files = Object.fromEntries(Array.from({ length: 64 }, (_, n) => [`s/files/${n}`, 'x']))
  server.commit('acme/files', { 's/files/SKILL.md': skill('files'), ...files })
  await expect(preview('acme/files@files')).rejects.toMatchObject({ code: 'install.too_many_files' })
  server.commit('acme/deep', { 's/deep/SKILL.md': skill('deep'), 's/deep/1/2/3/4/5/x': 'x' })
  await expect(preview('acme/deep@deep')).rejects.toMatchObject({ code: 'install.too_deep' })
  server.answer(/\/repos\/acme\/cut\/commits\//, (_, response) => void response.end(JSON.stringify({ sha: commits['main'] })))
  server.answer(/\/repos\/acme\/cut\/git\/trees\//, (_, response) => void response.end('{"truncated":true,"tree":[]}'))
  await expect(preview('acme/cut')).rejects.toMatchObject({ code: 'install.too_many_files' })
  expect(app.project.has('.mewcode/skills/.staging')).toBe(false)
})

it('makes no link and takes no submodule of a repository', async () => {
  server.commit('acme/links', { 's/l/SKILL.md': skill('l'), 's/l/passwd': { link: '/etc/passwd' }, 's/l/up': { link: '../../..' } })
  for (const source of ['acme/links@l', 'acme/links/s/l', server.gitUrl('acme/links')]) {
    expect(await preview(source)).toMatchObject({ files: [{ path: 'SKILL.md' }], leftOut: ['passwd', 'up'] })
  }
})

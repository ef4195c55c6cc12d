import { expect, test } from '@playwright/test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packWithoutElectron } from '../../.ci/pack.ts'
import { packedAsFolder } from '../../.ci/packed-as-folder.ts'
import { writeNotices } from '../../.ci/release-files.ts'
import { StandInApp } from './stand-in-app.ts'

const ROOT = join(import.meta.dirname, '../..')

// Far from the checkout: what is not in the package cannot be found in it.
let folder = ''
let root = ''
let app: StandInApp

test.skip(process.platform !== 'linux', 'the product is packed for Linux')
test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await mkdtemp(join(tmpdir(), 'mewcode-packed-'))
  await writeNotices()
  const { code, output, product } = await packWithoutElectron(folder)
  if (code !== 0) throw new Error(output)
  root = await packedAsFolder(join(product, 'resources'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
test.afterEach(() => app.remove())

test('the packed product comes up out of its archive and shows its page', async ({ browser }) => {
  app = await StandInApp.start(browser, { root })
  await expect((await app.page(0)).getByRole('button', { name: /Open folder/ })).toBeVisible()
  expect(app.output).toBe('')
})

test('packed, it finds its sample, skills, ripgrep, grammar and threads, the first four beside the archive', async ({ browser }) => {
  app = await StandInApp.start(browser, { root, bare: true })
  const home = await app.connect(0)
  const health = await home.rpc.app.doctor({})
  expect(health.find(({ id }) => id === 'ripgrep')).toMatchObject({ state: 'ok' })
  const { path } = await home.rpc.projects.sample({ parent: app.home })
  const names = ['README.md', 'package.json', 'src/receipt.ts', 'test/receipt.test.ts']
  for (const name of names) expect(await readFile(join(path, name))).toEqual(await readFile(join(ROOT, 'resources/sample', name)))
  await home.rpc.windows.open({ path })
  const { rpc } = await app.connect(1)
  await expect
    .poll(async () => (await rpc.workspace.files({ query: 'receipt' })).matches.map((match) => match.path))
    .toEqual(expect.arrayContaining(['src/receipt.ts']))
  const skills = (await rpc.skills.list({})).map((skill) => skill.path)
  expect(skills).toContainEqual(`${root}.unpacked/resources/skills/code-review/SKILL.md`)
  // Only the grammar knows that these are two commands.
  expect(await rpc.permissions.check({ tool: 'bash', input: { command: 'ls && rm -rf /' } })).toMatchObject({ decision: 'deny' })
  // On its thread.
  expect(await rpc.sessions.search({ text: 'nothing of this' })).toMatchObject({ hits: [] })
})

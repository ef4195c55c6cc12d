import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { command } from './command.ts'
import { notices } from './notices.ts'
import { lockedPackages, productionPackages, type LockedPackages } from './production.ts'
import { writeChecksums, writeNotices } from './release-files.ts'
import { sbom } from './sbom.ts'

let folder = ''
let packages: LockedPackages = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mewcode-release-'))
  packages = await lockedPackages()
  await writeNotices(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The parts of CycloneDX 1.5 that its schema asks for or bounds, for what a package of npm can say. */
const ref = z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/)
const licences = z.array(
  z.union([z.strictObject({ expression: z.string().min(1) }), z.strictObject({ license: z.strictObject({ id: z.string().min(1) }) })]),
)
const component = z.strictObject({
  type: z.enum(['application', 'framework', 'library']),
  'bom-ref': ref,
  name: z.string().min(1),
  version: z.string().min(1),
  description: z.string().optional(),
  scope: z.enum(['required', 'optional']).optional(),
  purl: ref,
  licenses: licences.optional(),
  hashes: z.array(z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })).optional(),
})
const Bom = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.5.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  version: z.literal(1),
  metadata: z.strictObject({ component }),
  components: z.array(component),
  dependencies: z.array(z.strictObject({ ref, dependsOn: z.array(ref) })),
})

it('lists every production package of the lock in the SBOM, with its licence and hash, and none for development', async () => {
  const bom = Bom.parse(JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')))
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const shipped = Object.entries(packages).filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  const nameOf = (path: string): string => path.split('node_modules/').at(-1)!
  expect(shipped.map(([path, { version }]) => `${nameOf(path)}@${version}`).filter((one) => !listed.has(one))).toEqual([])
  const allowed = new Set([...shipped.map(([path]) => nameOf(path)), 'electron'])
  expect(bom.components.filter(({ name }) => !allowed.has(name))).toEqual([])
  // Development asks for these two as well; what only asks "is it for development?" would leave them out.
  expect([listed.has(`vue@${packages['node_modules/vue']?.version}`), [...listed].some((one) => one.startsWith('zod@'))]).toEqual([
    true,
    true,
  ])
  expect(bom.components.filter(({ hashes }) => !hashes)).toEqual([])
  expect(bom.components.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual(['khroma'])
})

it('the graph of the SBOM hangs together: every name in it is a component, and the product leads to all of them', async () => {
  const bom = Bom.parse(JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')))
  const graph = new Map(bom.dependencies.map(({ ref: from, dependsOn }) => [from, dependsOn]))
  const root = bom.metadata.component['bom-ref']
  expect([...graph.keys()].sort()).toEqual([root, ...bom.components.map((one) => one['bom-ref'])].sort())
  const reached = new Set([root])
  for (const one of reached) for (const next of graph.get(one) ?? []) reached.add(next)
  expect([...graph.keys()].filter((one) => !reached.has(one))).toEqual([])
})

it('is the same for the same lock, and another for another', () => {
  const product = { name: 'a', version: '1.0.0', description: '', license: 'MIT' }
  expect(sbom(product, packages)).toEqual(sbom(product, packages))
  const serial = (locked: LockedPackages): unknown => Reflect.get(sbom(product, locked), 'serialNumber')
  expect(serial(packages)).not.toBe(serial({}))
})

it('names every production package in the notices, each above a licence text', async () => {
  const text = await readFile(join(folder, 'THIRD_PARTY_NOTICES.txt'), 'utf8')
  const named = new Map(
    text
      .split(/^-{100}$/m)
      .slice(1)
      .flatMap((part) => {
        const [names = '', ...terms] = part.trim().split('\n\n')
        return names.split('\n').map((name) => [name.replace(/ \(.*$/, ''), terms.join('\n\n')] as const)
      }),
  )
  const shipped = productionPackages(packages)
  expect(shipped.length).toBeGreaterThan(200)
  for (const { name, version } of shipped) {
    const terms = named.get(`${name} ${version}`) ?? ''
    if (!/permission|redistribution|licen[cs]e/i.test(terms)) throw new Error(`${name} ${version}: ${terms.slice(0, 200)}`)
  }
  expect(named.get(`vue ${packages['node_modules/vue']?.version}`)).toContain('Yuxi (Evan) You')
})

it('refuses to write notices for a package whose terms nobody knows', async () => {
  const unknown = {
    folder: 'node_modules/nowhere',
    name: 'nowhere',
    version: '1.0.0',
    licence: 'X',
    integrity: '',
    isOptional: false,
    needs: [],
  }
  await expect(notices([unknown])).rejects.toThrow('node_modules/nowhere (X) carries no licence text')
})

it('writes checksums that `sha256sum -c` accepts, and refuses once a download has changed', async () => {
  const names = ['MewCode-1.0.0-linux-x64.AppImage', 'latest-linux.yml', 'builder-debug.yml']
  for (const name of names) await writeFile(join(folder, name), `bytes of ${name}`)
  expect(await writeChecksums([folder])).toEqual([
    'MewCode-1.0.0-linux-x64.AppImage',
    'THIRD_PARTY_NOTICES.txt',
    'latest-linux.yml',
    'sbom.cdx.json',
  ])
  const verify = async (): Promise<number> => (await command(['sha256sum', '-c', 'SHA256SUMS'], { cwd: folder })).code
  expect(await verify()).toBe(0)
  await writeFile(join(folder, names[0]!), 'other bytes')
  expect(await verify()).not.toBe(0)
})

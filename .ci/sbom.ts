import { createHash } from 'node:crypto'
import { needsOf, productionPackages, type LockedPackages, type Production } from './production.ts'

interface Named {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
}

/** What the product is made of, as CycloneDX 1.5. The same lock gives the same bytes. */
export function sbom({ name, version, description, license }: Named, packages: LockedPackages): object {
  const shipped = productionPackages(packages)
  const refs = new Map(shipped.map((one) => [one.folder, refOf(one)]))
  const root = `pkg:npm/${name}@${version}`
  const electron = 'node_modules/electron'
  const refsOf = (folders: readonly string[]): string[] => [...new Set(folders.flatMap((folder) => refs.get(folder) ?? []))].sort()
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([name, version, packages]))}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': root, name, version, description, purl: root, licenses: licencesOf(license) },
    },
    components: [...new Map(shipped.map((one) => [refOf(one), component(one)])).values()],
    dependencies: [
      { ref: root, dependsOn: refsOf([...needsOf('', packages), electron]) },
      ...[...Map.groupBy(shipped, refOf)].map(([ref, copies]) => ({ ref, dependsOn: refsOf(copies.flatMap(({ needs }) => needs)) })),
    ],
  }
}

function component(one: Production): object {
  const [algorithm, hash] = one.integrity.split('-', 2)
  return {
    type: one.name === 'electron' ? 'framework' : 'library',
    'bom-ref': refOf(one),
    name: one.name,
    version: one.version,
    scope: one.isOptional ? 'optional' : 'required',
    purl: refOf(one),
    ...(one.licence !== '' && { licenses: licencesOf(one.licence) }),
    ...(algorithm === 'sha512' && hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  }
}

/** A package URL: the `@` of a scope is written in percent form. */
function refOf({ name, version }: Production): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}

function licencesOf(spdx: string): object[] {
  return / (OR|AND) /.test(spdx) ? [{ expression: spdx }] : [{ license: { id: spdx } }]
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ROOT } from './command.ts'
import { notices } from './notices.ts'
import { lockedPackages, productionPackages } from './production.ts'
import { sbom } from './sbom.ts'

export const RELEASE = join(ROOT, 'out/release')
const PACKAGES = join(ROOT, 'out/packages')
/** What people download and updates read; not the folders that the packages were made of. */
const DOWNLOADS = /^MewCode-.*\.(exe|dmg|zip|AppImage|deb|rpm|blockmap)$|^(latest|beta|alpha)[\w-]*\.yml$/

/** Writes `THIRD_PARTY_NOTICES.txt`, which goes into every package, and `sbom.cdx.json` into `folder`. */
export async function writeNotices(folder = RELEASE): Promise<void> {
  const packages = await lockedPackages()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'THIRD_PARTY_NOTICES.txt'), await notices(productionPackages(packages)))
  const product: Parameters<typeof sbom>[0] = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom(product, packages), undefined, 2)}\n`)
}

/** Writes `SHA256SUMS` into the first folder, over the downloads of all: `sha256sum -c` reads it. Answers the names in it. */
export async function writeChecksums(folders: readonly [string, ...string[]]): Promise<string[]> {
  const lines: string[] = []
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => DOWNLOADS.test(one) || /^(sbom\.cdx\.json|THIRD_PARTY_NOTICES\.txt)$/.test(one)))
      lines.push(`${await sha256(join(folder, name))}  ${name}`)
  }
  lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1))
  await writeFile(join(folders[0], 'SHA256SUMS'), `${lines.join('\n')}\n`)
  return lines.map((line) => line.slice(66))
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

if (import.meta.main) {
  await writeNotices()
  const names = await writeChecksums([RELEASE, PACKAGES])
  console.log(`${RELEASE}: SHA256SUMS of ${names.join(', ')}`)
}

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUNDLED } from './bundled-packages.ts'
import { ROOT } from './command.ts'
import { lockedPackages, productionPackages, type LockedPackages } from './production.ts'

/** One sentence for every package a build took something from although it is for development, so that no notice and no SBOM names it. */
export function bundledProblems(build: string, folders: readonly string[], packages: LockedPackages): string[] {
  const shipped = new Set(productionPackages(packages).map(({ folder }) => folder))
  return folders.filter((folder) => !shipped.has(folder)).map((folder) => `${build} holds parts of ${folder}, which is not of the product`)
}

if (import.meta.main) {
  const folder = join(ROOT, BUNDLED)
  const packages = await lockedPackages()
  const problems: string[] = []
  // `npm test` builds first; `npm run check` alone looks at what there is.
  for (const name of existsSync(folder) ? await readdir(folder) : [])
    problems.push(...bundledProblems(name.replace('.json', ''), JSON.parse(await readFile(join(folder, name), 'utf8')), packages))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

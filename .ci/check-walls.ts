import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { command, ROOT } from './command.ts'
import { COMPILER_PLANTS, CYCLE_BACK, PLANTS, TARGETS } from './planted-walls.ts'

// Breaks every wall once in a copy: a rule that no longer reports what it is there for is worse than none.
const copy = await mkdtemp(join(tmpdir(), 'mewcode-walls-'))
try {
  await makeCopy()
  const failures = (await Promise.all([unreported(), compiled()])).flat()
  for (const failure of failures) console.log(failure)
  console.log(
    failures.length === 0
      ? `${PLANTS.length + COMPILER_PLANTS.length} planted violations, each reported by its own wall`
      : 'A wall has a hole.',
  )
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await rm(copy, { recursive: true, force: true })
}

async function makeCopy(): Promise<void> {
  const names = ['.dependency-cruiser.mjs', 'package.json', 'core', 'electron', 'renderer', 'e2e']
  for (const name of [...names, 'tsconfig.base.json']) await cp(join(ROOT, name), join(copy, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const targets = TARGETS.map((file) => ({ file, text: 'export type A = string\n' }))
  for (const { file, text } of [...PLANTS, ...targets, CYCLE_BACK]) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await writeFile(join(copy, file), text)
  }
}

interface Cruise {
  summary: { violations: { from: string; rule: { name: string } }[]; ruleSetUsed: { forbidden: { name: string }[] } }
}

async function unreported(): Promise<string[]> {
  const { output } = await command(
    ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'core', 'electron', 'renderer', 'e2e'],
    { cwd: copy },
  )
  const { summary }: Cruise = JSON.parse(output)
  const planted = new Set(PLANTS.map(({ wall }) => wall))
  const bare = summary.ruleSetUsed.forbidden
    .filter(({ name }) => !planted.has(name))
    .map(({ name }) => `${name}: nothing is planted against it`)
  const missed = PLANTS.flatMap(({ wall, file }) =>
    summary.violations.some(({ from, rule }) => from === file && rule.name === wall) ? [] : [`${wall}: did not report ${file}`],
  )
  return [...bare, ...missed]
}

/**
 * The plant joins the whole program of its project, with its libraries and types. It lies beside the results of `check`, so that the
 * compiler takes what it found out there and looks at the plant alone.
 */
async function compiled(): Promise<string[]> {
  const folder = join(ROOT, 'out/.tsc')
  await mkdir(folder, { recursive: true })
  const failures: string[] = []
  for (const { wall, project, file, text } of COMPILER_PLANTS) {
    const name = `planted-${project}`
    const known = join(folder, `${project}.tsbuildinfo`)
    if (existsSync(known)) await cp(known, join(folder, `${name}.tsbuildinfo`))
    const { include, exclude = [] }: { include: string[]; exclude?: string[] } = JSON.parse(
      await readFile(join(ROOT, `tsconfig.${project}.json`), 'utf8'),
    )
    const fromHere = (paths: string[]): string[] => paths.map((path) => `../../${path}`)
    const config = {
      extends: `../../tsconfig.${project}.json`,
      compilerOptions: { incremental: true, tsBuildInfoFile: `./${name}.tsbuildinfo` },
      include: [...fromHere(include), `./${name}.ts`],
      exclude: fromHere(exclude),
    }
    await writeFile(join(folder, `${name}.ts`), text)
    await writeFile(join(folder, `${name}.json`), JSON.stringify(config))
    const { output } = await command([project === 'renderer' ? 'vue-tsc' : 'tsc', '--project', `out/.tsc/${name}.json`])
    if (!output.includes(`${name}.ts(1,`)) failures.push(`${wall}: ${file} compiled\n${output}`)
    for (const left of ['ts', 'json', 'tsbuildinfo']) await rm(join(folder, `${name}.${left}`), { force: true })
  }
  return failures
}

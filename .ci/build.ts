import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build as vite } from 'vite'
import { checkBuiltinAgents } from './builtin-agents.ts'
import { withBuildLock } from './build-lock.ts'
import { ROOT, seconds } from './command.ts'
import { sourceHash } from './stamp.ts'

const OUT = join(ROOT, 'out')
// The diagram's frame goes into the page's folder, which the page's own build empties.
const CONFIGS = ['vite.config.ts', 'vite.diagram.config.ts', 'vite.node.config.ts', 'vite.preload.config.ts']
const STAMP = join(OUT, '.stamp')

/** Builds `out/` unless it is already made of exactly these sources. Answers whether it built. */
export async function build({ force = false, quiet = false } = {}): Promise<boolean> {
  return await withBuildLock(async () => {
    const hash = await sourceHash()
    if (!force && (await builtHash()) === hash) return false
    await checkBuiltinAgents()
    const startedAt = performance.now()
    await rm(STAMP, { force: true })
    const startedOn = Date.now()
    const logLevel = quiet ? 'error' : 'warn'
    for (const configFile of CONFIGS) {
      // How long each plugin took is nothing to whoever starts the product.
      const silent = { rolldownOptions: { checks: { pluginTimings: false } } }
      await vite({ configFile: join(ROOT, configFile), root: rootOf(configFile), logLevel, mode: 'production', build: silent })
    }
    await removeOldChunks(startedOn)
    await writeFile(STAMP, hash)
    if (!quiet) console.log(`built in ${seconds(performance.now() - startedAt)}`)
    return true
  })
}

/** Afterwards, not before: a program that runs from `out/` meanwhile still finds its parts. */
async function removeOldChunks(builtSince: number): Promise<void> {
  for (const name of await readdir(join(OUT, 'chunks'))) {
    const path = join(OUT, 'chunks', name)
    if ((await stat(path)).mtimeMs < builtSince) await rm(path)
  }
}

function rootOf(configFile: string): string {
  return configFile === 'vite.config.ts' ? join(ROOT, 'renderer') : ROOT
}

async function builtHash(): Promise<string | undefined> {
  return existsSync(STAMP) ? await readFile(STAMP, 'utf8') : undefined
}

if (import.meta.main) {
  try {
    const built = await build({ force: process.argv.includes('--force') })
    if (!built) console.log('out/ is up to date')
  } catch (error) {
    // Where in the bundler it happened helps nobody.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

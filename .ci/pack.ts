import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from './build.ts'
import { command, ROOT, type Finished } from './command.ts'
import { findElectron } from './electron-binary.ts'
import { writeNotices } from './release-files.ts'

/** Electron's fuses as it ships them, behind the mark that `@electron/fuses` looks for; nine, by the names in electron-builder.yml. */
const FUSES = Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, 9]), Buffer.from('101100011')])

/**
 * Packs the built product with electron-builder into a folder of `output`, around what has the outline of Electron's distribution but
 * cannot be started: for looking at the layout where Electron itself cannot be had. On Linux only: it needs that system's natives.
 */
export async function packWithoutElectron(output: string, options: readonly string[] = []): Promise<Finished & { product: string }> {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  const electron = await mkdtemp(join(ROOT, 'out/no-electron-'))
  try {
    for (const folder of ['resources', 'locales']) await mkdir(join(electron, folder))
    for (const name of ['LICENSE', 'locales/en-US.pak', 'locales/zh-CN.pak']) await writeFile(join(electron, name), '')
    await writeFile(join(electron, 'electron'), FUSES)
    await chmod(join(electron, 'electron'), 0o755)
    const finished = await pack(['--linux', 'dir', `-c.electronDist=${electron}`, `-c.directories.output=${output}`, ...options])
    return { ...finished, product: join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`) }
  } finally {
    await rm(electron, { recursive: true, force: true })
  }
}

async function pack(options: readonly string[], { show = false } = {}): Promise<Finished> {
  return await command(['electron-builder', '--publish', 'never', ...options], { show })
}

async function packAll(options: readonly string[]): Promise<number> {
  await build()
  await writeNotices()
  const electron = await findElectron({ retry: false })
  if ('path' in electron) return (await pack(options, { show: true })).code
  if (!options.includes('--dir')) {
    console.error(`${electron.missing}. Packages need it; \`npm run pack:dir\` makes the folder without.`)
    return 1
  }
  console.log(`${electron.missing}. The folder is made without it: for looking at, not for starting.`)
  const { code, output } = await packWithoutElectron(join(ROOT, 'out/packages'))
  console.log(output)
  return code
}

if (import.meta.main) process.exitCode = await packAll(process.argv.slice(2))

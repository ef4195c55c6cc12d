import { createPackageWithOptions, extractAll, extractFile } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'
import { packWithoutElectron } from './pack.ts'
import { packedProblems } from './packed-layout.ts'
import { writeNotices } from './release-files.ts'

const here = { platform: process.platform, arch: process.arch }
let base = ''
let product = ''
let resources = ''

// Packed for Linux, with the natives that Linux installs.
describe.runIf(process.platform === 'linux')('the product that electron-builder packs', () => {
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'mewcode-packed-'))
    await writeNotices()
    const packed = await packWithoutElectron(join(base, 'packages'))
    if (packed.code !== 0) throw new Error(packed.output)
    product = packed.product
    resources = join(product, 'resources')
  }, 120_000)
  afterAll(() => rm(base, { recursive: true, force: true }))

  it('is whole: natives load, ripgrep runs, nothing is in it that does not belong', async () => {
    expect(await packedProblems(resources, here)).toEqual([])
    const { dependencies, devDependencies, scripts, main } = JSON.parse(
      extractFile(join(resources, 'app.asar'), 'package.json').toString('utf8'),
    ) as Record<string, unknown>
    expect([typeof dependencies, devDependencies, scripts, main]).toEqual(['object', undefined, undefined, 'out/main/main.js'])
    // For another machine the very same files are the wrong ones.
    expect(await packedProblems(resources, { platform: 'win32', arch: 'arm64' })).toContain(
      'node_modules/better-sqlite3/prebuilds/win32-arm64.node is missing',
    )
  })

  it('has its fuses in the program as electron-builder.yml names them', async () => {
    const wire = await getCurrentFuseWire(join(product, 'mewcode'))
    const enabled = Object.entries(FuseV1Options).filter(
      ([, fuse]) => typeof fuse === 'number' && wire[fuse as FuseV1Options] === FuseState.ENABLE,
    )
    expect(enabled.map(([name]) => name)).toEqual(['EnableEmbeddedAsarIntegrityValidation', 'OnlyLoadAppFromAsar', 'WasmTrapHandlers'])
  })

  it('names everything that is planted into the archive, each by its own sentence', async () => {
    const key = `sk-${'x1Y2'.repeat(10)}`
    const plants: Record<string, string> = {
      'core/agent/loop.ts': 'export {}',
      'out/main/main.test.js': '',
      'out/chunks/main.js.map': '{}',
      'out/chunks/key.js': `const key = '${key}'`,
      'out/chunks/place.js': `import '${ROOT}core/app/index.ts'`,
      'node_modules/vitest/package.json': '{}',
      'node_modules/better-sqlite3/prebuilds/darwin-arm64.node': 'of another system',
    }
    const problems = await problemsWith(plants, '{**/*.node,**/rg,**/resources/**}')
    expect(problems.sort()).toEqual([
      'core/agent/loop.ts does not belong into the product',
      'node_modules/better-sqlite3/prebuilds/darwin-arm64.node is for another system',
      'node_modules/vitest/package.json: its package is bundled or for development',
      `out/chunks/key.js holds what looks like a secret near "const key = '[redacted]'"`,
      'out/chunks/main.js.map is source, a test or a map',
      `out/chunks/place.js names ${ROOT}`,
      'out/main/main.test.js is source, a test or a map',
    ])
  })

  it('names natives and material left inside, what does not load, what is gone, and what has grown', async () => {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
    const gone = ['out/storage/worker.js', 'resources/skills/code-review/SKILL.md']
    const large = Object.fromEntries(
      Array.from({ length: 120 }, (_, nth) => [`out/renderer/assets/${nth}.bin`, Buffer.concat([random, Buffer.from([nth])])]),
    )
    const problems = await problemsWith(
      { ...large, [`node_modules/better-sqlite3/prebuilds/${here.platform}-${here.arch}.node`]: 'torn' },
      '**/prebuilds/*.node',
      gone,
    )
    for (const said of [
      /^node_modules\/@napi-rs\/image-.*\.node lies in the archive, where nothing can load it$/,
      /^node_modules\/@vscode\/ripgrep-.*\/bin\/rg is not unpacked$/,
      /^node_modules\/better-sqlite3\/prebuilds\/.*\.node does not run: /,
      /^out\/storage\/worker\.js is missing$/,
      /^resources\/skills\/code-review\/SKILL\.md is missing$/,
      /^resources\/sample\/package\.json lies in the archive, where no command can read it$/,
      /^the archive has \d+ bytes, more than /,
    ])
      expect(problems).toContainEqual(expect.stringMatching(said))
  })

  it('becomes no package with anything wrong in it', async () => {
    const { code, output } = await packWithoutElectron(join(base, 'refused'), ['-c.asarUnpack=resources/**'])
    expect(code).not.toBe(0)
    expect(output).toContain('lies in the archive, where nothing can load it')
  }, 120_000)
})

/** The archive once more, with files planted and others gone. */
async function problemsWith(plants: Record<string, string | Buffer>, unpack: string, gone: readonly string[] = []): Promise<string[]> {
  const folder = await mkdtemp(join(base, 'planted-'))
  const files = join(folder, 'files')
  extractAll(join(resources, 'app.asar'), files)
  // It forgets that this one may be run.
  const ripgrep = `node_modules/@vscode/ripgrep-${here.platform}-${here.arch}/bin/rg`
  await chmod(join(files, ripgrep), 0o755)
  for (const path of gone) await rm(join(files, path))
  for (const [path, content] of Object.entries(plants)) {
    await mkdir(dirname(join(files, path)), { recursive: true })
    await writeFile(join(files, path), content)
  }
  await createPackageWithOptions(files, join(folder, 'app.asar'), { unpack })
  for (const name of ['LICENSE.txt', 'THIRD_PARTY_NOTICES.txt']) await cp(join(resources, name), join(folder, name))
  await rm(files, { recursive: true })
  return await packedProblems(folder, here)
}

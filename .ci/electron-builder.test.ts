import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Packager, type Configuration } from 'electron-builder'
import { APP_ID } from '../electron/main/app-id.ts'
import { ROOT } from './command.ts'

/** electron-builder's own judgement, as every pack begins with it; it reads a file. */
async function validate(config: object): Promise<void> {
  const file = join(base, `${(written += 1)}.json`)
  await writeFile(file, JSON.stringify(config))
  await new Packager({ projectDir: ROOT, config: file }).validateConfig()
}
let written = 0
let base = ''
beforeAll(async () => void (base = await mkdtemp(join(tmpdir(), 'mewcode-builder-'))))
afterAll(() => rm(base, { recursive: true, force: true }))

const read = async (): Promise<Configuration> => parse(await readFile(join(ROOT, 'electron-builder.yml'), 'utf8')) as Configuration

it('holds against the schema of electron-builder, where a wrong key or value anywhere does not', async () => {
  const config = await read()
  await expect(validate(config)).resolves.toBeUndefined()
  for (const wrong of [
    { ...config, asarUnpacked: [] },
    { ...config, electronFuses: { ...config.electronFuses, runAsNod: false } },
    { ...config, electronFuses: { ...config.electronFuses, onlyLoadAppFromAsar: 'sometimes' } },
    { ...config, protocols: [{ name: 'MewCode', scheme: 'mewcode' }] },
    { ...config, linux: { ...config.linux, target: [{ target: 'AppImage', arch: ['x86'] }] } },
    { ...config, publish: [{ provider: 'github', chanel: 'beta' }] },
  ])
    await expect(validate(wrong)).rejects.toThrow('configuration')
  // Its schema is compiled once, which takes a second of a quiet machine.
}, 30_000)

it('is the same product to Windows as the running app', async () => {
  expect((await read()).appId).toBe(APP_ID)
})

it('goes by one name: to a Mac’s menu, and to the desktops of Linux, which put windows and links together by it', async () => {
  const { productName, linux } = await read()
  const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  expect([own['productName'], own['desktopName'], linux?.syncDesktopName]).toEqual([productName, `${linux?.executableName}.desktop`, true])
})

it('makes every package for both processors, with a name of its own for each', async () => {
  const { win, mac, linux, nsis, portable, artifactName } = await read()
  const both = (names: readonly string[]): object[] => names.map((target) => ({ target, arch: ['x64', 'arm64'] }))
  expect([win?.target, mac?.target, linux?.target]).toEqual([
    both(['nsis', 'portable']),
    both(['dmg', 'zip']),
    both(['AppImage', 'deb', 'rpm']),
  ])
  const names = [nsis?.artifactName, portable?.artifactName, artifactName]
  expect(new Set(names).size).toBe(3)
  for (const name of names) for (const part of ['version', 'os', 'arch', 'ext']) expect(name).toContain(`\${${part}}`)
})

it('leaves no way to start other code in it: every fuse is named and strict', async () => {
  const { electronFuses, asar } = await read()
  const { FuseV1Options } = await import('@electron/fuses')
  expect(asar).not.toBe(false)
  expect(electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
  // A new fuse wants a decision. The last one cannot be set by electron-builder and stays as Electron ships it.
  expect(Object.keys(FuseV1Options).filter((name) => /\D/.test(name))).toHaveLength(Object.keys(electronFuses!).length + 1)
})

it('answers `mewcode://` and folders, and names only files that are there', async () => {
  const config = await read()
  expect(config.protocols).toEqual([expect.objectContaining({ schemes: ['mewcode'] })])
  expect(config.linux?.mimeTypes).toEqual(['inode/directory'])
  expect(JSON.stringify(config.mac?.extendInfo)).toContain('public.folder')
  expect(config.mac?.extendInfo).toMatchObject({ NSUserNotificationAlertStyle: 'alert' })
  const assets = config.directories!.buildResources!
  const files = [
    join(assets, String(config.win?.icon)),
    join(assets, String(config.mac?.icon)),
    ...[16, 32, 48, 64, 128, 256, 512].map((size) => join(assets, String(config.linux?.icon), `${size}x${size}.png`)),
    String(config.mac?.entitlements),
    String(config.nsis?.include),
    String(config.afterPack),
  ]
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

it('gives a Mac what V8 needs and no more', async () => {
  const { mac } = await read()
  expect(mac?.hardenedRuntime).toBe(true)
  const plist = await readFile(join(ROOT, String(mac?.entitlements)), 'utf8')
  expect(plist.match(/<key>[^<]+<\/key>\s*<\w+ ?\/>/g)).toEqual([
    expect.stringMatching(/<key>com\.apple\.security\.cs\.allow-jit<\/key>\s*<true\/>/),
  ])
})

it('names no host, no person and no key: where updates come from is the repository that releases', async () => {
  const { publish, detectUpdateChannel, generateUpdatesFilesForAllChannels } = await read()
  expect(publish).toEqual([{ provider: 'github', releaseType: 'draft' }])
  expect([detectUpdateChannel, generateUpdatesFilesForAllChannels]).toEqual([true, true])
  const text = await readFile(join(ROOT, 'electron-builder.yml'), 'utf8')
  expect(text.match(/https?:\/\/\S+|\S+@\S+\.\w+|token|password/gi)).toBeNull()
})

import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openInstaller, tempProject, type TempProject } from '../../testing/index.ts'
import { signFolder, type Installer, type Signing } from './index.ts'

let base: TempProject
let installer: Installer
let signing: Signing
beforeEach(() => {
  base = tempProject({
    'project/a.txt': 'x',
    'home/x': '',
    'source/greet/SKILL.md': '---\nname: greet\ndescription: greets\n---\n\nHello.\n',
    'source/greet/scripts/a.sh': 'echo a\n',
  })
  signing = { keys: {}, isRequired: false }
  installer = openInstaller(base.path('home'), { signing: async () => signing })
})
afterEach(async () => {
  await installer.close()
  base.close()
})

const newKey = () => Buffer.from(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
const where = () => ({ level: 'project', projectRoot: base.path('project') }) as const
const look = () => installer.preview({ source: base.path('source/greet') }, where(), new AbortController().signal)
async function install(): Promise<string> {
  const { previewId } = await look()
  return installer.confirm(previewId, { projectRoot: base.path('project'), acceptCritical: false }).then(
    () => 'installed',
    ({ code }: { code: string }) => code,
  )
}

it('tells whose signature it is, and keeps that in the lock', async () => {
  expect((await look()).signature).toEqual({ state: 'none' })
  const key = await signFolder(base.path('source/greet'), newKey())
  expect((await look()).signature).toEqual({ state: 'unknown_key', key: expect.stringMatching(/^[0-9a-f]{16}$/) })
  signing = { keys: { acme: key }, isRequired: true }
  expect((await look()).signature).toEqual({ state: 'valid', key: 'acme' })
  // A checkout that changes line ends changes no words.
  base.write('source/greet/scripts/a.sh', 'echo a\r\n')
  expect(await install()).toBe('installed')
  expect(await installer.installed(base.path('project'))).toMatchObject([{ id: 'greet', signedBy: 'acme', state: 'untouched' }])
})

it.each<[string, () => void]>([
  ['a changed file', () => base.write('source/greet/scripts/a.sh', 'echo b\n')],
  ['a file that came later', () => base.write('source/greet/scripts/b.sh', 'echo b\n')],
  ['a signature that is none', () => base.write('source/greet/SKILL.sig', 'signed, honestly')],
])('never installs over a signature that does not fit: %s', async (_, change) => {
  const key = await signFolder(base.path('source/greet'), newKey())
  signing = { keys: { acme: key }, isRequired: false }
  change()
  expect((await look()).signature.state).toBe('invalid')
  expect(await install()).toBe('install.bad_signature')
  expect(base.has('project/.mewcode/skills/greet/SKILL.md')).toBe(false)
})

it('asks for a signature where the settings do, and takes none of a key nobody named', async () => {
  signing = { keys: {}, isRequired: true }
  expect(await install()).toBe('install.unsigned')
  await signFolder(base.path('source/greet'), newKey())
  expect(await install()).toBe('install.unsigned')
  signing = { keys: {}, isRequired: false }
  expect(await install()).toBe('installed')
  await expect(signFolder(base.path('source/greet'), Buffer.from('no key'))).rejects.toMatchObject({ code: 'install.bad_key' })
  await expect(signFolder(base.path('nowhere'), newKey())).rejects.toMatchObject({ code: 'install.no_such_path' })
})

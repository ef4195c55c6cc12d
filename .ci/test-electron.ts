import { build } from './build.ts'
import { findElectron } from './electron-binary.ts'
import { withKeyring } from './with-keyring.ts'

// The desktop's specs under the real program, where it can be had; elsewhere the reason, and no failure.
const found = await findElectron({ retry: true })
if ('missing' in found) console.log(`NOT RUN: the specs under the real Electron. ${found.missing}`)
else {
  await build()
  const { code } = await withKeyring(['playwright', 'test', '--project=electron-real', ...process.argv.slice(2)], { show: true })
  process.exitCode = code ?? 1
}

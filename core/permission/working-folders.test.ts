import { expect, it } from 'vitest'
import { blacklisted } from './blacklist.ts'
import { createShellReader } from './shell/index.ts'
import { workingFolders } from './working-folders.ts'

const shell = createShellReader()
const [root, home] = ['/work/app', '/home/mew']

async function judge(text: string): Promise<readonly [readonly string[] | undefined, boolean]> {
  const line = await shell.read(text)
  const folders = workingFolders(line, root, home)
  return [folders.at(-1), blacklisted(line, { roots: [root], userHome: home, cwds: [root] }, folders) !== undefined]
}

it.each([
  ['cd build && rm -rf *', ['/work/app/build'], false],
  ['cd build && make && rm -rf ./*', ['/work/app/build'], false],
  ['cd ~/x && rm -rf *', ['/home/mew/x'], false],
  ['cd build; rm -rf *', [root, '/work/app/build'], true],
  ['(cd build); rm -rf *', [root, '/work/app/build'], true],
  ['false && cd build; rm -rf *', [root, '/work/app/build'], true],
  ['cd build || rm -rf *', [root, '/work/app/build'], true],
  ['cd / && rm -rf *', ['/'], true],
  ['cd build && rm -rf ..', ['/work/app/build'], true],
  ['cd && rm -rf *', [home], true],
  ['cd $X && rm -rf *', [], true],
])('%j runs its last command in %j', async (text, folders, isHit) => {
  expect(await judge(text)).toEqual([folders, isHit])
})

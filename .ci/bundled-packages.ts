import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Where each build writes the folders of the packages it took something from. */
export const BUNDLED = 'out/.bundled'

/** A build's plugin: notes which packages its files are made of, for `bundled.ts`. */
export function notePackages(name: string): Plugin {
  return {
    name: 'note-packages',
    apply: 'build',
    // Not once they are written: workers of the page are made within its build and never are.
    async generateBundle(_, bundle) {
      const folders = new Set<string>()
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const id of file.moduleIds) for (const folder of packageOf(id)) folders.add(folder)
      }
      const folder = join(import.meta.dirname, '..', BUNDLED)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${name}.json`), JSON.stringify([...folders].sort(), undefined, 2))
    },
  }
}

/** `…/node_modules/a/node_modules/@b/c/lib/d.js?x` → `node_modules/a/node_modules/@b/c`; nothing for a file of ours. */
export function packageOf(id: string): string[] {
  const found = /^[^\0]*?\/(node_modules\/.*node_modules\/|node_modules\/)((?:@[^/]+\/)?[^/?]+)/.exec(id.replaceAll('\\', '/'))
  return found ? [`${found[1]}${found[2]}`] : []
}

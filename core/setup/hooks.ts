import { stringify } from 'yaml'
import { AppError, toWireError } from '../contract/errors.ts'
import { SetupProduct } from '../contract/setup.ts'
import { saveRule, type Hooks } from '../hooks/index.ts'
import { holdsKey } from './texts.ts'
import { cannot, type Fate, type Finder, type Found, type Place } from './types.ts'

/** Hooks the person has for every project; each becomes a rule of `hooks.yaml`. */
export function findHooks({ userHome, home, hooks }: Place & { hooks: Hooks }): Finder {
  return async () => {
    const { foreignHookFiles, readForeignFile } = await import('../hooks/import/index.ts')
    const own = new Set((await hooks.read(undefined)).rules.map(({ rule }) => rule.name))
    const found: Found[] = []
    const names = new Set<string>()
    for (const path of foreignHookFiles({ userHome, projectRoot: undefined })) {
      const file = await readForeignFile(path)
      const product = SetupProduct.safeParse(file?.dialect)
      if (!file || !product.success) continue
      for (const { from, entry, losses } of file.hooks) {
        const notes = losses.map(({ code, params }) => toWireError(new AppError(code, { params })))
        const it = { product: product.data, kind: 'hook' as const, path, notes }
        if (!entry) {
          const problem = notes[0] ?? toWireError(new AppError('setup.unread', { params: { name: from } }))
          found.push({ ...it, name: from, content: from, notes: [], fate: { state: 'cannot', problem } })
          continue
        }
        const name = freeName(String(entry['name']), names)
        const yaml = stringify({ ...entry, name })
        found.push({ ...it, name, content: yaml, fate: fateOf(name, yaml) })
      }
    }
    return found

    function fateOf(name: string, yaml: string): Fate {
      const problem = holdsKey(yaml, name)
      if (problem) return cannot(problem)
      // A rule of the name is the person's own by now, whatever it says.
      if (own.has(name)) return { state: 'there' }
      return {
        state: 'new',
        async bring() {
          await saveRule({ home, projectRoot: undefined, yaml })
          return 'brought'
        },
      }
    }
  }
}

/** Two rules of one name would be one here. */
function freeName(name: string, taken: Set<string>): string {
  let own = name
  for (let n = 2; taken.has(own); n += 1) own = `${name} ${n}`
  taken.add(own)
  return own
}

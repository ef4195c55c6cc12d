import { stringify } from 'yaml'
import { AppError, toWireError } from '../../contract/errors.ts'
import { HookEvent, type HookImport } from '../../contract/hooks.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { ImportFile } from '../../hooks/import/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

/** Loaded when somebody brings hooks along: its parsers are not needed to run. */
const loadImport = () => import('../../hooks/import/index.ts')

export function hookImportHandlers(services: Services): Pick<RpcHandlers['hooks'], 'foreign' | 'readImport'> {
  const { platform } = services
  const filesFor = async (caller: Caller): Promise<readonly string[]> => {
    const projectRoot = caller.projectId === undefined ? undefined : projectOf(services, caller).path
    return (await loadImport()).foreignHookFiles({ userHome: platform.paths.userHome, projectRoot })
  }
  return {
    async foreign(_, { caller }) {
      const { readForeignFile } = await loadImport()
      const read = (await filesFor(caller)).map(async (path) => ({ path, found: await readForeignFile(path) }))
      return (await Promise.all(read)).flatMap(({ path, found }) =>
        found ? [{ program: found.dialect, path, hooks: found.hooks.length }] : [],
      )
    },
    async readImport(source, { caller }) {
      const { readForeignFile, readForeignHooks } = await loadImport()
      let found: ImportFile | undefined
      if ('text' in source) found = readForeignHooks(source.text, source.name)
      // A window may have these files read and no other.
      else if ((await filesFor(caller)).includes(source.path)) found = await readForeignFile(source.path)
      if (!found || found.hooks.length === 0) throw new AppError('hook.nothing_to_import')
      return { program: found.dialect, hooks: described(found) }
    },
  }
}

/** Two entries of one name would be one rule here. */
function described({ hooks }: ImportFile): HookImport[] {
  const taken = new Set<string>()
  return hooks.map(({ from, entry, losses }) => {
    const wire = losses.map(({ code, params }) => toWireError(new AppError(code, { params })))
    if (!entry) return { from, name: '', event: null, yaml: '', losses: wire }
    const name = free(String(entry['name']), taken)
    return { from, name, event: HookEvent.parse(entry['event']), yaml: stringify({ ...entry, name }), losses: wire }
  })
}

function free(name: string, taken: Set<string>): string {
  let own = name
  for (let n = 2; taken.has(own); n++) own = `${name} ${n}`
  taken.add(own)
  return own
}

import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import { childEnvironment, revealFile, startApart } from '../../platform/index.ts'
import { findEditors, targetOf, type FoundEditor, type OpenTarget } from '../../workspace/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import { readFilePage } from './file-page.ts'

type Opening = Pick<RpcHandlers['files'], 'read' | 'open' | 'reveal' | 'editors'>

export function openFileHandlers(services: Services): Opening {
  const { config, credentials, platform } = services

  async function target({ path, confirmed }: { path: string; confirmed: boolean }, caller: Caller): Promise<OpenTarget> {
    const projectRoot = projectOf(services, caller).path
    const { extraFolders } = await config.load(projectRoot)
    return targetOf(path, { projectRoot, extraFolders, confirmed })
  }

  /** Without what any provider's configuration names as a key. */
  async function childEnv(caller: Caller): Promise<Record<string, string>> {
    const { providers } = await config.load(projectOf(services, caller).path)
    return childEnvironment({ env: platform.env, secretVariables: credentials.variables(providers) })
  }

  /** The settings' one first. */
  async function editors(): Promise<readonly FoundEditor[]> {
    const [found, { editor }] = await Promise.all([findEditors(platform.env), config.settings.get()])
    return [...found.filter(({ id }) => id === editor), ...found.filter(({ id }) => id !== editor)]
  }

  return {
    read: async (input, { caller }) => readFilePage(await target(input, caller), input.line),
    async open(input, { caller }) {
      const { real } = await target(input, caller)
      const found = await editors()
      const editor = input.editor === undefined ? found[0] : found.find(({ id }) => id === input.editor)
      if (!editor || !(await startApart(editor.program, editor.args(real, input.line), await childEnv(caller))))
        throw new AppError('files.no_editor')
      return {}
    },
    async reveal(input, { caller }) {
      const { real } = await target(input, caller)
      if (!(await revealFile(real, platform.env, await childEnv(caller)))) throw new AppError('files.no_file_manager')
      return {}
    },
    editors: async () => (await editors()).map(({ id, name }) => ({ id, name })),
  }
}

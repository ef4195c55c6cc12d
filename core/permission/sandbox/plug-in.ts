import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Environment } from '../../platform/index.ts'
import type { OwnFolders } from './places.ts'
import type { PlugInPlaces, SandboxChoice, SandboxRules } from './types.ts'

/** What holds for a plug-in: what its own entry says, but never less than a policy. */
export function plugInChoice({ own, source }: PlugInPlaces, { inForce, policy = off }: SandboxRules): SandboxChoice {
  if (own === 'inherit') return inForce
  if (own === 'off') return policy
  return inForce.level === 'required' ? inForce : { level: 'required', source }
}

const off: SandboxChoice = { level: 'off', source: undefined }

/** Where package managers keep what they fetched, by the program that is started. */
const CACHES: readonly { readonly runs: RegExp; readonly folders: readonly string[]; readonly variables: readonly string[] }[] = [
  { runs: /^(npm|npx)$/, folders: ['.npm'], variables: ['npm_config_cache', 'NPM_CONFIG_CACHE'] },
  { runs: /^uvx?$/, folders: ['.cache/uv', '.local/share/uv'], variables: ['UV_CACHE_DIR'] },
  { runs: /^(pip[\d.]*|pipx)$/, folders: ['.cache/pip', '.local/share/pipx'], variables: ['PIP_CACHE_DIR'] },
  { runs: /^(pnpm|pnpx)$/, folders: ['.cache/pnpm', '.local/share/pnpm'], variables: ['PNPM_HOME'] },
  { runs: /^bunx?$/, folders: ['.bun/install/cache'], variables: ['BUN_INSTALL_CACHE_DIR'] },
  { runs: /^deno$/, folders: ['.cache/deno'], variables: ['DENO_DIR'] },
]

/**
 * Folders the program's package manager writes, made where they are not there yet. Only the person's own variables name
 * others: an entry's would widen without saying so.
 */
export async function packageCaches(command: string, { userHome }: OwnFolders, env: Environment): Promise<readonly string[]> {
  const name = path.basename(command).replace(/\.(exe|cmd)$/i, '')
  const known = CACHES.filter(({ runs }) => runs.test(name))
  const folders = known.flatMap(({ folders: usual, variables }) => [
    ...usual.map((folder) => path.join(userHome, folder)),
    ...variables.flatMap((variable) => env[variable] ?? []).filter((folder) => path.isAbsolute(folder)),
  ])
  // Without the folder there is nothing to open up, and the program could not make it inside.
  await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true }).catch(() => undefined)))
  return folders
}

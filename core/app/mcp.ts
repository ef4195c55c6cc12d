import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { AppEvent } from '../contract/events.ts'
import { createMcp, type Mcp } from '../mcp/index.ts'
import type { Storage } from '../storage/types.ts'
import type { Aside } from './aside.ts'
import { createSampler } from './sampler.ts'
import type { CoreOptions, HostPlatform } from './types.ts'

/** Of each server, from before this run. */
const PAST_CALLS = 100

type Own =
  | 'sampler'
  | 'changed'
  | 'pastCalls'
  | 'version'
  | 'env'
  | 'log'
  | 'clock'
  | 'redact'
  | 'learn'
  | 'keychain'
  | 'systemProxy'
  | 'openExternal'
  | 'home'
  | 'folder'

interface Deps extends Omit<Parameters<typeof createMcp>[0], Own> {
  readonly platform: HostPlatform
  readonly options: CoreOptions
  readonly storage: Storage
  readonly aside: Aside
  readonly announce: (event: AppEvent) => void
}

/** MCP servers over this machine's network, keychain and files. */
export function createAppMcp({ platform, options, storage, aside, announce, ...given }: Deps): Mcp {
  const { env, log, clock, version, keychain, systemProxy, redactor, paths } = platform
  return createMcp({
    ...given,
    version,
    env,
    log,
    clock,
    sampler: createSampler({ storage, config: given.config, clock, aside }),
    changed: (projectRoot) => announce({ type: 'mcp.changed', projectId: storage.projects.look(projectRoot).id }),
    pastCalls: (of) => storage.audit.serverCalls({ ...of, since: 0, limit: PAST_CALLS }).toReversed(),
    redact: redactor.redactSecrets,
    learn: redactor.addKey,
    keychain,
    systemProxy,
    openExternal: browserOf(platform),
    home: paths.home,
    folder: options.ephemeral ? undefined : path.join(paths.home, 'mcp'),
  })
}

/** Shows an address in the system's browser. `AppError('mcp.no_browser')`. */
export function browserOf(platform: HostPlatform): (url: string) => Promise<void> {
  return async (url) => {
    if (!(await platform.openExternal(url))) throw new AppError('mcp.no_browser')
  }
}

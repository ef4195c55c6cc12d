import path from 'node:path'
import type { Agents, Runs } from '../agents/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Config } from '../config/types.ts'
import type { Credentials } from '../credentials/types.ts'
import { createHooks, type FinishedRun, type HookPlace, type Hooks, type HookSurroundings } from '../hooks/index.ts'
import { childEnvironment } from '../platform/index.ts'
import type { Storage } from '../storage/types.ts'
import { publicWeb } from '../tools/index.ts'
import type { ConfinePlugIn } from './confine-plug-in.ts'
import { createHookAgent } from './hook-agent.ts'
import { createHookTranscript } from './hook-transcript.ts'
import type { PluginParts } from './plugin-parts.ts'
import type { Permissions } from './permissions.ts'
import type { CoreOptions, HostPlatform } from './types.ts'

/** Longer ones are not kept for another run, in characters. */
const KEPT_PAYLOAD = 64_000

interface Deps {
  readonly platform: HostPlatform
  readonly options: CoreOptions
  readonly storage: Storage
  readonly config: Config
  readonly credentials: Credentials
  readonly permissions: Pick<Permissions, 'shell'>
  readonly confine: ConfinePlugIn
  readonly audit: Pick<Audit, 'hookRan'>
  readonly agents: Agents
  readonly runs: Runs
  readonly plugins: Pick<PluginParts, 'hookFiles'>
}

/** Hooks over this machine's files, sandbox, storage and audit. */
export function createAppHooks(deps: Deps): Hooks {
  const { platform, options, storage, permissions } = deps
  const { env, paths, redactor, clock } = platform
  return createHooks({
    home: paths.home,
    managed: paths.managed,
    pluginFiles: deps.plugins.hookFiles,
    env,
    shell: permissions.shell,
    web: options.web ?? publicWeb(),
    now: clock.now,
    trustsAll: options.trustProjects ?? false,
    trustOf: (projectRoot) => storage.trust.get(projectRoot),
    marks: storage.hookMarks,
    redact: redactor.redactKeys,
    surroundingsOf: (projectRoot) => surroundingsOf(deps, projectRoot),
    runSubagent: createHookAgent(deps),
    transcriptOf: createHookTranscript(storage, path.join(paths.home, 'sessions')),
    keep: (run, place, line) => keep(deps, { run, place, line }),
  })
}

async function surroundingsOf(
  { platform: { env }, options, config, credentials, confine }: Deps,
  projectRoot: string | undefined,
): Promise<HookSurroundings> {
  const effective = await config.load(projectRoot)
  await credentials.learn(effective.providers)
  // What is left of the person's environment once everything that may hold a key is gone.
  const harmless = childEnvironment({ env, secretVariables: credentials.variables(effective.providers) })
  const passed = effective.shell.envPassthrough.flatMap((name) => (harmless[name] === undefined ? [] : [[name, harmless[name]] as const]))
  return {
    allowedCommands: effective.hooks.allowedCommands,
    allowedHosts: effective.hooks.allowedHosts,
    onFailure: options.hooksFailClosed ? 'block' : effective.hooks.onFailure,
    passed: Object.fromEntries(passed),
    isSecretVariable: (name) => env[name] !== undefined && harmless[name] === undefined,
    confine: (program, place) => confine(program, { projectRoot: place.projectRoot }),
  }
}

function keep(
  { audit, storage, platform: { redactor, log, clock } }: Deps,
  { run, place, line }: { run: FinishedRun; place: HookPlace; line: string },
): void {
  const { sessionId, turnId, projectRoot, agent } = place
  const payloadBytes = Buffer.byteLength(line)
  audit.hookRan({ run, projectRoot, sessionId, turnId, agentId: agent?.id ?? '', payloadBytes })
  const { failure, message: _, ...facts } = run
  const payload = line.length > KEPT_PAYLOAD ? '' : redactor.redactKeys(line)
  try {
    storage.hookRuns.add(projectRoot, { ...facts, ts: clock.now(), sessionId, isFailure: failure !== undefined, payloadBytes, payload })
  } catch (error) {
    log.log('error', 'hooks', 'run not kept', { rule: run.rule, detail: String(error) })
  }
}

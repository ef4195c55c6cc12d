import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { checkHealth } from './doctor.ts'
import type { Services } from './services.ts'

/** The newest lines of the log. */
const LINES = 1_000
/** What a log line may bring along. Its other fields may hold a path, an address, or words of a conversation. */
const LogLine = z.object({
  ts: z.string(),
  level: z.string(),
  component: z.string(),
  msg: z.string(),
  code: z.string().optional(),
  kind: z.string().optional(),
  reason: z.string().optional(),
  attempt: z.number().optional(),
  exitCode: z.number().optional(),
  status: z.number().optional(),
})

/**
 * What helps with a fault report, as text for a file: versions, checks, what is configured by its kind, and the log's own words. It
 * holds no value of a setting, no name a person gave, no path and nothing that was said; it goes nowhere by itself.
 */
export async function collectDiagnostics(services: Services): Promise<string> {
  const { platform, config, storage } = services
  const [checks, effective, settings, log] = await Promise.all([
    checkHealth(services, undefined),
    config.load(undefined),
    config.settings.get(),
    readLog(path.join(platform.paths.home, 'logs', 'mewcode.log')),
  ])
  const report = {
    version: platform.version,
    host: platform.host,
    system: { platform: process.platform, arch: process.arch, versions: process.versions },
    checks: checks.map(({ id, state, problem }) => ({ id, state, ...(problem && { code: problem.code }) })),
    providers: effective.providers.map(({ protocol, source }) => ({ protocol, source })),
    servers: effective.mcpServers.map(({ reading }) => ({
      reading: reading.kind,
      ...(reading.kind === 'startable' && { type: reading.launch.type }),
    })),
    problems: [...storage.problems, ...effective.problems, ...effective.notices].map(({ code }) => code),
    settings: Object.keys(settings),
    log,
  }
  return platform.redactor.redactSecrets(`${JSON.stringify(report, null, 2)}\n`)
}

async function readLog(file: string): Promise<readonly z.infer<typeof LogLine>[]> {
  // Where nothing was logged yet there is no file.
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(-LINES)
    .flatMap((line) => readLine(line) ?? [])
}

function readLine(line: string): z.infer<typeof LogLine> | undefined {
  try {
    return LogLine.safeParse(JSON.parse(line)).data
  } catch {
    // Torn by a rotation or a crash.
    return undefined
  }
}

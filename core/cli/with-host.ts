import { resolve } from 'node:path'
import type { Arguments } from './arguments.ts'
import type { Terminal } from './command.ts'
import type { HomeHost, Host, ProjectHost } from './host.ts'

/** Looks, for `work`, at a project with the core: the folder of `--project`, else the current one. */
export function withProject(args: Arguments, terminal: Terminal, work: (project: ProjectHost) => Promise<number>): Promise<number> {
  return withEverything(terminal, async (host) => work(await host.lookAtProject(resolve(terminal.cwd, args.text('project') ?? '.'))), {
    trustProjects: args.flag('trust'),
  })
}

/** Does `work` with the core and no project. */
export function withHome(terminal: Terminal, work: (home: HomeHost) => Promise<number>): Promise<number> {
  return withEverything(terminal, (host) => work(host.openHome()))
}

/** Does `work` with the core, which then looks at projects by itself. */
export async function withEverything(
  terminal: Terminal,
  work: (host: Host) => Promise<number>,
  options: { trustProjects?: boolean } = {},
): Promise<number> {
  const { openHost } = await import('./host.ts')
  const host = await openHost(terminal, { headless: true, ...options })
  try {
    return await work(host)
  } finally {
    await host.close()
  }
}

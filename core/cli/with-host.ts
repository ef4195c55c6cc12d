import { resolve } from 'node:path'
import type { Arguments } from './arguments.ts'
import type { Terminal } from './command.ts'
import type { HomeHost, ProjectHost } from './host.ts'

/** Looks, for `work`, at a project with the core: the folder of `--project`, else the current one. */
export async function withProject(args: Arguments, terminal: Terminal, work: (project: ProjectHost) => Promise<number>): Promise<number> {
  const { openHost } = await import('./host.ts')
  const host = await openHost(terminal, { headless: true })
  try {
    return await work(await host.lookAtProject(resolve(terminal.cwd, args.text('project') ?? '.')))
  } finally {
    await host.close()
  }
}

/** Does `work` with the core and no project. */
export async function withHome(terminal: Terminal, work: (home: HomeHost) => Promise<number>): Promise<number> {
  const { openHost } = await import('./host.ts')
  const host = await openHost(terminal, { headless: true })
  try {
    return await work(host.openHome())
  } finally {
    await host.close()
  }
}

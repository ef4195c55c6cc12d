import { resolve } from 'node:path'
import type { Arguments } from './arguments.ts'
import type { Terminal } from './command.ts'
import type { HomeHost, ProjectHost } from './host.ts'

/** Does `work` with the core and a project: the folder of `--project`, else the current one. */
export async function withProject(args: Arguments, terminal: Terminal, work: (project: ProjectHost) => Promise<number>): Promise<number> {
  const { openHost } = await import('./host.ts')
  const host = await openHost(terminal, { headless: true })
  try {
    return await work(await host.openProject(resolve(terminal.cwd, args.text('project') ?? '.')))
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

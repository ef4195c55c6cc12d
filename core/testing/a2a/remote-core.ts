import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RpcClient } from '../../contract/index.ts'
import type { Task } from '../../contract/tasks.ts'
import { connectCore, type ConnectCoreOptions, type ConnectedCore } from '../connect-core.ts'
import { define } from '../agents.ts'
import { createEventList, type EventList } from '../event-list.ts'
import { startSampleServer, type SampleServer, type SampleServerOptions } from './sample-server.ts'

/** A core with the definition `far` of an agent that a sample server runs. */
export interface RemoteCore extends ConnectedCore {
  readonly server: SampleServer
  /** Of every session, whoever watches it. */
  readonly told: EventList
  /** A card of `far`, as a person starts it on the board. */
  start(prompt: string): Promise<Task>
  /** The newest run's end. */
  end(id: string): Promise<Task>
}

export interface RemoteCoreOptions extends SampleServerOptions {
  /** Lines of the definition's head. */
  readonly head?: string
  readonly cardUrl?: (server: SampleServer) => string
  readonly allowedHosts?: string
  readonly core?: ConnectCoreOptions
}

const FINAL = ['completed', 'failed', 'cancelled', 'interrupted']

export async function connectRemoteCore(options: RemoteCoreOptions = {}): Promise<RemoteCore> {
  const server = await startSampleServer(options)
  const core = await connectCore(options.core)
  const told = createEventList()
  core.core.onEvent((event) => 'sessionId' in event && told.push(event))
  const settings = `a2a: { allowed_hosts: [${options.allowedHosts ?? '127.0.0.1'}] }\n`
  writeFileSync(join(core.platform.paths.home, 'settings.yaml'), settings)
  define(core, 'far', remoteDefinition(options.cardUrl?.(server) ?? server.cardUrl, options.head))
  return {
    ...core,
    server,
    told,
    start: (prompt) => core.rpc.tasks.create({ subject: 'job', description: prompt, agent: 'far' }),
    end: (id) => endOf(core.rpc, id),
    async close(expect) {
      await core.close(expect)
      await server.close()
    },
  }
}

/** The card once its newest run has ended. */
export async function endOf(rpc: RpcClient, id: string): Promise<Task> {
  for (;;) {
    const task = await rpc.tasks.get({ id })
    if (FINAL.includes(task.status)) return task
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export function remoteDefinition(cardUrl: string, head = ''): string {
  return `---\nname: far\ndescription: far away\nkind: remote\nagent_card_url: ${cardUrl}\n${head}---\n`
}

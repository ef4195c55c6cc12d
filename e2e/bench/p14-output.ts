import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RpcConnection } from '../../core/contract/client.ts'
import type { HostEvent } from '../../core/contract/events.ts'
import type { ModelStep } from '../../core/testing/model-server/index.ts'
import { makeWorld } from '../serve/world.ts'
import { connectHost } from './host-client.ts'
import type { LoopDelay } from './loop-monitor.ts'

const MONITOR = new URL('loop-monitor.ts', import.meta.url).href
const PRINTS = 'yes "a line of output that is neither short nor long" | head -c 200000000'
const PIECES = Array.from({ length: 200_000 }, (_, n) => `sentence ${n}, 一句话。 `)

/** How late the loop of `mewcode serve` is, from the start of a command that prints 200 MB to its end, while another session streams. */
export async function delayUnderOutput(): Promise<LoopDelay> {
  let isPrinted = false
  const talk: ModelStep = {
    pieces: PIECES,
    // One piece a millisecond, until the command is over.
    before: () => (isPrinted ? undefined : sleep(1)),
  }
  const world = await makeWorld({
    settings: 'defaultMode: bypassPermissions\n',
    script(body) {
      const text = JSON.stringify(body['messages'])
      if (text.includes('STREAM')) return { ...talk }
      const command = text.includes('PRINT') ? PRINTS : 'seq 1 20000'
      return text.includes('tool_result') ? { text: 'Printed.' } : { calls: [{ name: 'bash', input: { command } }] }
    },
    env: { NODE_OPTIONS: `--import=${MONITOR}` },
  })
  const file = join(world.root, 'late.json')
  world.env['LOOP_DELAY_FILE'] = file
  try {
    const host = await world.serve()
    const client = await connectHost(host.link)
    // Loading code is not measured.
    const warm = heard(client, (event) => event.type === 'turn.finished')
    await start(client, 'WARM UP')
    await warm
    const streaming = await start(client, 'STREAM')
    await heard(client, (event) => event.type === 'text.delta' && event.sessionId === streaming)
    const ended: string[] = []
    client.onEvent((event) => void (event.type === 'turn.finished' && ended.push(event.sessionId)))
    host.child.kill('SIGUSR2')
    const printing = start(client, 'PRINT')
    const printed = await heard(client, (event) => event.type === 'tool.finished')
    host.child.kill('SIGUSR2')
    if (printed.type !== 'tool.finished' || printed.isError) throw new Error(`the command failed: ${JSON.stringify(printed)}`)
    if (ended.includes(streaming)) throw new Error('the stream was over before the command was')
    await printing
    const text = await written(file)
    client.close()
    return JSON.parse(text)
  } finally {
    isPrinted = true
    await world.close()
  }
}

async function start({ rpc }: RpcConnection, text: string): Promise<string> {
  const { id } = await rpc.sessions.create({})
  await rpc.sessions.open({ sessionId: id })
  await rpc.turns.start({ sessionId: id, text })
  return id
}

function heard(client: RpcConnection, is: (event: HostEvent) => boolean): Promise<HostEvent> {
  return new Promise((resolve, reject) => {
    client.onClose(reject)
    client.onEvent((event) => void (is(event) && resolve(event)))
  })
}

/** The file's text, once it is there: the host is busy still. */
async function written(file: string): Promise<string> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) return text
    await sleep(20)
  }
}

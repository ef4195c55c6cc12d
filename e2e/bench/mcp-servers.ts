import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/** As little of a server as there can be, so that what is measured is ours: answers after `DELAY` ms, and echoes. */
const SERVER = `const delay = Number(process.env.DELAY ?? 0), schema = { type: 'object', properties: {} }
const answers = { 'tools/list': { tools: [{ name: 'echo', inputSchema: schema, annotations: { readOnlyHint: true } }] }, 'tools/call': { content: [{ type: 'text', text: 'echo' }] } }
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
let text = ''
process.stdin.on('end', () => process.exit(0)).on('data', (chunk) => {
  text += chunk
  for (let end; (end = text.indexOf('\\n')) >= 0; ) {
    const { id, method, params } = JSON.parse(text.slice(0, end))
    text = text.slice(end + 1)
    if (id === undefined) continue
    if (method !== 'initialize') send(id, answers[method] ?? {})
    else setTimeout(send, delay, id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1' } })
  }
})
`

/** A folder with the server in it, and the entry that starts it. */
export function serverFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'mewcode-bench-mcp-'))
  const file = join(folder, 'server.mjs')
  writeFileSync(file, SERVER)
  return {
    entry: (delayMs: number, more: Readonly<Record<string, unknown>> = {}) => ({
      type: 'stdio',
      command: process.execPath,
      args: [file],
      env: { DELAY: String(delayMs) },
      ...more,
    }),
    remove: () => rmSync(folder, { recursive: true }),
    /** Starts so many with nothing of ours around them; answers when all have greeted and listed, in ms. */
    async bare(count: number, delayMs: number): Promise<number> {
      const startedAt = performance.now()
      const children = await Promise.all(Array.from({ length: count }, () => greeted(file, delayMs)))
      const ms = performance.now() - startedAt
      for (const child of children) child.kill('SIGKILL')
      return ms
    },
    /** Times of one line there and one back, after the other, in ms. */
    async exchange(count: number): Promise<number[]> {
      const child = await greeted(file, 0)
      const samples: number[] = []
      for (let n = 0; n < count; n++) {
        const startedAt = performance.now()
        const answered = once(child.stdout, 'data')
        child.stdin.write(line(3, 'tools/call', { name: 'echo', arguments: { text: 'x' } }))
        await answered
        samples.push(performance.now() - startedAt)
      }
      child.kill('SIGKILL')
      return samples
    },
  }
}

const line = (id: number, method: string, params: unknown): string => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

function greeted(file: string, delayMs: number) {
  const child = spawn(process.execPath, [file], { env: { DELAY: String(delayMs) }, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
  child.stdin.write(line(1, 'initialize', { protocolVersion: '2025-11-25' }))
  return new Promise<typeof child>((resolve, reject) => {
    let text = ''
    child.once('error', reject)
    child.stdout.on('data', (chunk: Buffer) => {
      const hadGreeting = text.includes('\n')
      text += chunk.toString()
      if (!hadGreeting && text.includes('\n')) child.stdin.write(line(2, 'tools/list', {}))
      if (text.split('\n').length > 2) resolve(child)
    })
  })
}

import { readFile } from 'node:fs/promises'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import type { Logger } from '../platform/platform.ts'
import { listOf, objectOf, parseJson, stringOf } from './json.ts'

/** What endpoints turned out not to take, learnt from their refusals: names of fields, and a few names of our own. */
export interface EndpointMemory {
  refused(endpoint: Endpoint): Promise<ReadonlySet<string>>
  /** False when it was known: sending again would change nothing. */
  learn(endpoint: Endpoint, field: string): Promise<boolean>
}

export interface Endpoint {
  readonly baseUrl: string
  readonly model: string
}

export interface EndpointMemoryDeps {
  /** Where it outlives the process; undefined: nowhere. */
  readonly file: string | undefined
  readonly log: Logger
}

/** A file that cannot be read or written costs one refused request more, nothing else. */
export function createEndpointMemory({ file, log }: EndpointMemoryDeps): EndpointMemory {
  let known: Promise<Map<string, Set<string>>> | undefined
  const load = (): Promise<Map<string, Set<string>>> => (known ??= read(file))
  const keyOf = ({ baseUrl, model }: Endpoint): string => `${baseUrl} ${model}`
  return {
    refused: async (endpoint) => (await load()).get(keyOf(endpoint)) ?? new Set(),
    async learn(endpoint, field) {
      const all = await load()
      const fields = all.get(keyOf(endpoint)) ?? new Set()
      if (fields.has(field)) return false
      all.set(keyOf(endpoint), fields.add(field))
      log.log('info', 'llm', 'an endpoint refuses a field', { host: endpoint.baseUrl, model: endpoint.model, field })
      if (file !== undefined)
        await write(file, all).catch((error: unknown) => log.log('warn', 'llm', 'endpoints.json not written', { detail: String(error) }))
      return true
    },
  }
}

async function read(file: string | undefined): Promise<Map<string, Set<string>>> {
  if (file === undefined) return new Map()
  const text = await readFile(file, 'utf8').catch(() => '')
  const entries = Object.entries(objectOf(parseJson(text)))
  return new Map(
    entries.map(([key, fields]) => [
      key,
      new Set(
        listOf(fields)
          .map(stringOf)
          .filter((field) => field !== ''),
      ),
    ]),
  )
}

function write(file: string, all: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  const content = Object.fromEntries([...all].map(([key, fields]) => [key, [...fields]]))
  return writeFileAtomic(file, Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`), { mode: 0o600 })
}

/** For a process that must not touch the disk, and for tests. */
export function forgetfulMemory(): EndpointMemory {
  return createEndpointMemory({ file: undefined, log: { log: () => undefined } })
}

import { onceMore } from '../../base/once-more.ts'
import { z } from 'zod'
import { closest } from '../../base/closest.ts'
import { AppError } from '../../contract/errors.ts'
import type { McpPrompt } from '../../contract/mcp-content.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, readResource } from './resources.ts'
import type { Content, ContentServer, ResourceList } from './types.ts'

/** Of a whole list, for all who wait for it: one that gives up must not take it from the others. */
const LIST_MS = 30_000
/** A person who names more of them in one run is rare. */
const MAX_WATCHED = 50
/** Answers of a completion; the protocol allows so many. */
const MAX_VALUES = 100

const Completed = z.looseObject({ completion: z.looseObject({ values: z.array(z.unknown()).catch([]) }) })

/** Lists are kept until the server says that they are others; it may be asked at every key a person presses. */
export function createContent(server: ContentServer): Content {
  let resources: Promise<ResourceList> | undefined
  let prompts: Promise<readonly McpPrompt[]> | undefined

  function promptsOf(): Promise<readonly McpPrompt[]> {
    const known = (prompts ??= listPrompts(server, AbortSignal.timeout(LIST_MS)))
    known.catch(() => (prompts = prompts === known ? undefined : prompts))
    return known
  }

  /** By address: reads it anew. */
  const watched = new Map<string, () => void>()
  const latest = new Map<string, string>()

  // What cannot be watched stays as it came.
  const begin = (uri: string): void => void server.watch(uri).catch(() => undefined)

  async function reread(uri: string): Promise<void> {
    await readResource(server, uri, { signal: AbortSignal.timeout(LIST_MS) })
      .then((parts) => latest.set(uri, parts.flatMap(({ text }) => text ?? []).join('\n\n')))
      .catch(() => undefined)
  }

  return {
    latest,
    watch(uri) {
      if (watched.has(uri) || watched.size >= MAX_WATCHED) return
      watched.set(
        uri,
        onceMore(() => reread(uri)),
      )
      begin(uri)
    },
    updated: (uri) => watched.get(uri)?.(),
    renew() {
      resources = undefined
      prompts = undefined
      for (const [uri, read] of watched) {
        begin(uri)
        read()
      }
    },
    resources() {
      const known = (resources ??= listResources(server, AbortSignal.timeout(LIST_MS)))
      known.catch(() => (resources = resources === known ? undefined : resources))
      return known
    },
    read: (uri, options) => readResource(server, uri, options),
    prompts: promptsOf,
    async prompt(name, given, options) {
      const all = await promptsOf()
      const prompt = all.find((one) => one.name === name)
      if (prompt) return getPrompt(server, { prompt, given, ...options })
      const similar = closest(
        name,
        all.map((one) => one.name),
      )
      throw new AppError('mcp.no_prompt', { params: { name: server.name, prompt: name, similar } })
    },
    async complete({ ref, argument, given }, signal) {
      if (!server.offers().includes('completions')) return []
      const params = { ref, argument, ...(Object.keys(given).length > 0 && { context: { arguments: given } }) }
      const { completion } = await server.ask({ method: 'completion/complete', params, read: Completed, named: 'completion', signal })
      return completion.values.filter((one) => typeof one === 'string').slice(0, MAX_VALUES)
    },
    forget(list) {
      if (list === 'resources') resources = undefined
      else prompts = undefined
    },
  }
}

import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import { classOfCode } from '../contract/error-class.ts'
import { errorText } from '../contract/error-texts.ts'
import type { McpTool } from '../contract/mcp.ts'
import type { Codec } from '../media/index.ts'
import { framed, ToolFailure, type Tool } from '../tools/index.ts'
import { resultBlocks } from './result.ts'
import { askerOf, type Sampler } from './asker.ts'
import type { Server } from './server.ts'

const Arguments = z.record(z.string(), z.unknown())

interface From {
  readonly server: string
  /** The one that stands under this name now: it may have been restarted since the list was made. */
  readonly current: () => Server | undefined
  readonly codec: Codec
  readonly sampler: Sampler | undefined
}

/** A server's tool as the model and the permission layers see it. The server itself judges the arguments. */
export function sessionTool(remote: McpTool, { server, current, codec, sampler }: From): Tool<typeof Arguments> {
  return {
    name: remote.fullName,
    description: remote.description,
    input: Arguments,
    inputSchema: remote.inputSchema,
    category: remote.readOnly ? 'read' : 'exec',
    inBackground: true,
    paths: () => [],
    isChanged: () => (current()?.tools.find(({ name }) => name === remote.name)?.before ?? null) !== null,
    async run(input, { signal, progress, sessionId, sessionDir, person }) {
      try {
        const found = current()
        if (!found) throw new AppError('mcp.not_ready', { params: { name: server, state: 'gone', detail: '' } })
        const result = await found.call({
          tool: remote.name,
          arguments: input,
          signal,
          onProgress: ({ text, progress: done, total }) =>
            progress(`${text} ${done}${total === undefined ? '' : `/${total}`}`.trim() + '\n', { progress: done, total }),
          asker: person && askerOf(person, { sampler, sessionId }),
        })
        const { text, images, fromServer } = await resultBlocks(result, { server, codec, sessionDir, signal })
        const words = framed(`tool ${remote.name} of MCP server ${server}`, text === '' && images.length === 0 ? '(no output)' : text)
        if (result.isError) throw new ToolFailure(words, { fromServer, errorClass: 'remote' })
        return { content: [{ type: 'text', text: words }, ...images], meta: { fromServer } }
      } catch (error) {
        if (error instanceof AppError) {
          throw new ToolFailure(errorText(error.code, error.params, 'en').what, { errorClass: classOfCode(error.code) })
        }
        throw error
      }
    },
  }
}

import { z } from 'zod'
import { framed, toolSpec, type Tool } from '../tools/index.ts'
import { rankTools } from './rank.ts'
import { toolLine } from './tool-line.ts'
import description from './tool-search.md?raw'

const BEST = 8

const input = z.object({ query: z.string().min(1).max(500) })

/** `toolsOf`: what a project's servers offer now. */
export function toolSearchDefinition(toolsOf: (projectRoot: string) => readonly Tool[]): Tool<typeof input> {
  return {
    name: 'tool_search',
    description: description.trim(),
    input,
    category: 'none',
    inBackground: true,
    paths: () => [],
    async run({ query }, { projectRoot }) {
      const found = rankTools(toolsOf(projectRoot), query).slice(0, BEST)
      const text = found.length === 0 ? 'No tool fits these words. Try others.' : found.map((tool) => toolLine(toolSpec(tool))).join('\n')
      return { content: [{ type: 'text', text: framed('MCP servers', text) }], meta: { count: found.length } }
    },
  }
}

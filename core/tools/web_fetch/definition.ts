import { z } from 'zod'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { webFetchTool, type WebFetchDeps } from './run.ts'
import { webUrl } from './web.ts'
import { ToolFailure } from '../types.ts'

const input = z.object({ url: z.string().min(1), prompt: z.string().min(1).optional() })
export type WebFetchInput = z.output<typeof input>

export function webFetchDefinition(deps: WebFetchDeps): Tool<typeof input> {
  return {
    name: 'web_fetch',
    description: description.trim(),
    input,
    category: 'network',
    inBackground: true,
    paths: () => [],
    domain: ({ url }) => hostOf(url),
    run: (call, context) => webFetchTool(call, context, deps),
  }
}

/** Undefined for what is no address; the call then fails by itself. */
function hostOf(text: string): string | undefined {
  try {
    return webUrl(text).hostname.replace(/\.$/, '')
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
}

import explore from '../../builtin-agents/explore.md?raw'
import generalPurpose from '../../builtin-agents/general-purpose.md?raw'
import plan from '../../builtin-agents/plan.md?raw'
import { contentsOf } from './definition-files.ts'
import type { FoundAgent } from './types.ts'

const files = { 'explore.md': explore, 'general-purpose.md': generalPurpose, 'plan.md': plan } as const

/** The agents that come with the product. */
export function builtinDefinitions(knowsModel: (id: string) => boolean): FoundAgent[] {
  return Object.entries(files).map(([fileName, text]) => ({
    source: 'builtin',
    path: `builtin-agents/${fileName}`,
    ...contentsOf(Buffer.from(text), { fileName, knowsModel }),
  }))
}

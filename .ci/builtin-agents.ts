import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDefinition } from '../core/agents/read-definition.ts'
import { ROOT } from './command.ts'

const FOLDER = join(ROOT, 'builtin-agents')

/** An agent of the product's own that nobody could use must not be shipped. */
export async function checkBuiltinAgents(): Promise<void> {
  const troubles: string[] = []
  for (const fileName of await readdir(FOLDER)) {
    const { diagnostics } = readDefinition(await readFile(join(FOLDER, fileName)), { fileName, knowsModel: () => false })
    troubles.push(...diagnostics.map(({ line, problem }) => `builtin-agents/${fileName}:${line}: ${problem.message}`))
  }
  if (troubles.length > 0) throw new Error(troubles.join('\n'))
}

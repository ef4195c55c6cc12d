import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { World } from '../serve/world.ts'

export type Protocol = 'anthropic' | 'openai'

/** The model both protocols' tests name. */
export const modelOf: Readonly<Record<Protocol, string>> = { anthropic: 'claude-sonnet-5-5', openai: 'gpt-5.4' }

/** Configures the world's model as the provider `scripted`, with its key in the keychain unless `lines` say where else it is. */
export async function configure({ home, model }: World, protocol: Protocol, lines: readonly string[] = []): Promise<void> {
  const provider = ['name: scripted', `protocol: ${protocol}`, `base_url: "${model.baseUrl}"`, `model: ${modelOf[protocol]}`, ...lines]
  await writeFile(path.join(home, 'config.yaml'), `providers:\n  - ${provider.join('\n    ')}\n`)
}

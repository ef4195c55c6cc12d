import type { PromptPart } from '../contract/app.ts'
import { toolSpec } from '../tools/index.ts'
import { modelFacts } from '../llm/index.ts'
import type { Services } from './services.ts'

/** What a new session's first request in this folder holds before anybody has said anything. */
export async function firstRequest({ config, providers, prompt, tools }: Services, projectRoot: string): Promise<PromptPart[]> {
  const effective = await config.load(projectRoot)
  // Without a provider the words are the same but for the model's name.
  const named = effective.providers.find(({ name }) => name === effective.defaultProvider) ?? effective.providers[0]
  const model = named ? providers.modelOf(named, undefined) : 'none'
  const { contextWindow } = modelFacts(model, { contextWindow: named?.contextWindow })
  const parts = await prompt.parts({ projectRoot, extraFolders: effective.extraFolders, model, mode: effective.defaultMode, contextWindow })
  return [
    ...parts.map(({ kind, name, text }) => ({ kind, name, bytes: Buffer.byteLength(text) })),
    ...tools.map((tool) => ({ kind: 'tool' as const, name: tool.name, bytes: Buffer.byteLength(JSON.stringify(toolSpec(tool))) })),
  ]
}

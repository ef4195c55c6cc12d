import { createAnthropic } from './anthropic/index.ts'
import { createDemo } from './demo/index.ts'
import { createOpenAI } from './openai/index.ts'
import { createResponses } from './openai-responses/index.ts'
import type { ProviderDeps } from './provider-deps.ts'
import type { Provider } from './types.ts'

export { toAppError } from './app-error.ts'
export { explain, testSteps, type TestStep } from './explain.ts'
export { costUsd, defaultModel, modelFacts } from './facts.ts'
export { createEndpointMemory, forgetfulMemory, type EndpointMemory } from './endpoint-memory.ts'
export { createEstimator, type Estimator } from './estimate.ts'
export { createGuards, type Guards } from './guard.ts'
export { loadedWindow } from './loaded-window.ts'
export { detectOllama } from './ollama.ts'
export type { ProviderDeps } from './provider-deps.ts'
export { ProviderError } from './types.ts'
export type { ModelFacts, ModelRequest, ModelSettings, Provider } from './types.ts'

/** A provider for one configured entry. Nothing is loaded or sent before `stream`. */
export function createProvider(deps: ProviderDeps): Provider {
  return protocols[deps.config.protocol](deps)
}

const protocols = { anthropic: createAnthropic, openai: createOpenAI, 'openai-responses': createResponses, demo: createDemo }

import type { z } from 'zod'
import type { ProviderConfig } from '../config/types.ts'
import type { Clock } from '../base/clock.ts'
import { toWireError } from '../contract/errors.ts'
import type { UserMessage } from '../contract/messages.ts'
import type { providers as providerMethods } from '../contract/providers.ts'
import { explain, ProviderError, testSteps, type ModelRequest, type TestStep } from '../llm/index.ts'
import type { Providers } from './providers.ts'

type TestResult = z.infer<typeof providerMethods.test.output>

const ping: UserMessage = { role: 'user', id: 'test', turnId: 'test', createdAt: 0, text: 'Say OK.', attachments: [], reminders: [] }

/** Sends the smallest request there is. Any complete answer is a pass; a failure, of the key too, is an answer. */
export async function testProvider(
  config: ProviderConfig,
  { providers, clock, signal }: { providers: Providers; clock: Clock; signal: AbortSignal },
): Promise<TestResult> {
  const request: ModelRequest = {
    model: config.model,
    system: { stable: 'Answer in one word.', environment: '' },
    tools: [],
    messages: [ping],
    maxTokens: 16,
  }
  const startedAt = clock.now()
  const result = (error?: unknown): TestResult => {
    const explained = error === undefined ? undefined : explain(error, config.name)
    return {
      ok: error === undefined,
      latencyMs: clock.now() - startedAt,
      model: config.model,
      steps: testSteps.map((step) => ({ step, state: stateOf(step, explained?.step) })),
      ...(explained && { error: toWireError(explained.error) }),
    }
  }
  try {
    const { direct } = await providers.ready(config, config.model)
    for await (const event of direct.stream(request, signal)) {
      if (event.type === 'error') return result(event.error)
      if (event.type === 'done') return result()
    }
  } catch (error) {
    signal.throwIfAborted()
    return result(error)
  }
  signal.throwIfAborted()
  return result(new ProviderError('truncated', 'the stream ended without an ending'))
}

function stateOf(step: TestStep, failed: TestStep | undefined): 'ok' | 'failed' | 'not_tried' {
  if (step === failed) return 'failed'
  return failed === undefined || testSteps.indexOf(step) < testSteps.indexOf(failed) ? 'ok' : 'not_tried'
}

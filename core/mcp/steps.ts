import type { AppError } from '../contract/errors.ts'
import { toWireError } from '../contract/errors.ts'
import type { McpStep } from '../contract/mcp.ts'

/** How far an attempt to reach a server got, and how long each step took. */
export interface Steps {
  done(step: McpStep['step']): void
  /** The step after the last one that was done is the one that failed. */
  failed(problem: AppError): void
  list(): readonly McpStep[]
}

export function createSteps(order: readonly McpStep['step'][], now: () => number): Steps {
  let steps: readonly McpStep[] = []
  let last = now()
  const since = (): number => {
    const ms = Math.round(now() - last)
    last = now()
    return ms
  }
  return {
    done(step) {
      // A server may be started a second time, to be greeted in another way.
      if (steps.some((one) => one.step === step)) steps = []
      steps = [...steps, { step, ok: true, ms: since(), problem: null }]
    },
    failed(problem) {
      const step = order.find((one) => !steps.some((done) => done.step === one))
      if (step) steps = [...steps, { step, ok: false, ms: since(), problem: toWireError(problem) }]
    },
    list: () => steps,
  }
}

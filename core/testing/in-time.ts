import vm from 'node:vm'

/** Far beyond what linear work takes on a busy machine, far below what quadratic work does. */
const LIMIT_MS = 5_000

/** The answer of work that goes on without a pause; throws where it is not done in five seconds, so that a test fails instead of hanging. */
export function inTime<T>(work: () => T): T {
  const answer: { value?: T } = {}
  Reflect.set(globalThis, 'workInTime', () => (answer.value = work()))
  new vm.Script('workInTime()').runInThisContext({ timeout: LIMIT_MS })
  return answer.value as T
}

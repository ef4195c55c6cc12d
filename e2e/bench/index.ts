import type { Bench } from './measure.ts'
import { p1 } from './p1-run.ts'
import { p12 } from './p12-start.ts'

/** Every measurement of the budget table that there is, in its order. */
export const benches: readonly Bench[] = [p1, p12]

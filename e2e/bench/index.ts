import type { Bench } from './measure.ts'
import { p1 } from './p1-run.ts'
import { p2 } from './p2-sse.ts'
import { p3 } from './p3-arguments.ts'
import { p4 } from './p4-open.ts'
import { p5 } from './p5-memory.ts'
import { p6 } from './p6-request.ts'
import { p8 } from './p8-search.ts'
import { p9 } from './p9-edit.ts'
import { p10 } from './p10-bash.ts'
import { p11 } from './p11-cancel.ts'
import { p12 } from './p12-start.ts'
import { p13 } from './p13-checkpoint.ts'
import { p14 } from './p14-loop.ts'
import { p15 } from './p15-skills.ts'
import { p17 } from './p17-permission.ts'

/** Every measurement of the budget table that there is, in its order. */
export const benches: readonly Bench[] = [p1, p2, p3, p4, p5, p6, p8, p9, p10, p11, p12, p13, p14, p15, p17]

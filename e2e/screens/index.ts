import { firstRun, nothingYet } from './first-run.ts'
import { ownParts } from './own-parts.ts'
import { planning } from './planning.ts'
import type { Scene } from './screen.ts'
import { servers } from './servers.ts'
import { webhooks } from './webhooks.ts'

export { languages, walk, type Language, type Screen, type Stage } from './screen.ts'

/** Every screen, and how to get there: what pictures are taken of and what is checked on each. */
export const scenes: readonly Scene[] = [firstRun, nothingYet, webhooks, planning, servers, ownParts]

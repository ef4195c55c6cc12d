import { createHash } from 'node:crypto'
import { AppError, toWireError } from '../contract/errors.ts'
import type { SetupItem, SetupResult } from '../contract/setup.ts'
import { withoutShapes } from '../credentials/index.ts'
import { displayPath } from '../workspace/index.ts'
import type { Finder, Found } from './types.ts'

const MAX_ITEMS = 500
const MAX_PREVIEW = 1_000

/** What the person has in other products, and its way here. Nothing of theirs is written. */
export interface Setup {
  find(signal: AbortSignal): Promise<{ items: SetupItem[]; isTruncated: boolean }>
  /** What was found as these ids say, one after another; a failure stops nothing else. */
  bring(ids: readonly string[], signal: AbortSignal): Promise<SetupResult[]>
}

interface SetupDeps {
  readonly userHome: string
  readonly finders: readonly Finder[]
}

export function createSetup({ userHome, finders }: SetupDeps): Setup {
  async function look(signal: AbortSignal): Promise<readonly Found[]> {
    const found: Found[] = []
    for (const finder of finders) {
      signal.throwIfAborted()
      found.push(...(await finder(signal)))
    }
    return found
  }
  return {
    async find(signal) {
      const found = await look(signal)
      return { items: found.slice(0, MAX_ITEMS).map((one) => toItem(one, userHome)), isTruncated: found.length > MAX_ITEMS }
    },
    async bring(ids, signal) {
      const found = new Map((await look(signal)).map((one) => [idOf(one), one]))
      const results: SetupResult[] = []
      for (const id of new Set(ids)) {
        signal.throwIfAborted()
        results.push({ id, ...(await bringOne(found.get(id))) })
      }
      return results
    },
  }
}

async function bringOne(one: Found | undefined): Promise<Omit<SetupResult, 'id'>> {
  if (!one) return { outcome: 'cannot', problem: toWireError(new AppError('setup.gone')) }
  const { fate } = one
  if (fate.state === 'cannot') return { outcome: 'cannot', problem: fate.problem }
  if (fate.state !== 'new') return { outcome: 'there', problem: null }
  try {
    return { outcome: await fate.bring(), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: 'cannot', problem: toWireError(error) }
  }
}

function toItem(one: Found, userHome: string): SetupItem {
  const { product, kind, name, path, content, notes = [], fate } = one
  return {
    id: idOf(one),
    product,
    kind,
    name: withoutShapes(name).slice(0, 200),
    path: displayPath(path, userHome),
    preview: withoutShapes(content).slice(0, MAX_PREVIEW),
    state: fate.state,
    problem: fate.state === 'cannot' ? fate.problem : null,
    notes: [...notes],
  }
}

function idOf({ product, kind, name, path, content }: Found): string {
  return createHash('sha256')
    .update(JSON.stringify([product, kind, name, path, content]))
    .digest('hex')
    .slice(0, 32)
}

import type { Clock } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Config } from '../../config/types.ts'
import { AppError } from '../../contract/errors.ts'
import type { McpOffer, McpTarget } from '../../contract/mcp-install.ts'
import type { Keychain } from '../../platform/platform.ts'
import { candidateOf, mapTexts } from './candidate.ts'
import { holdSecrets, type Held } from './secrets.ts'
import { fillSlots, slotsIn, type Found } from './types.ts'

const VALID_MS = 15 * 60_000
const MAX_OPEN = 50

/** A source of servers: what it describes, and what must be done before they can run. */
export interface Source {
  readonly from: string
  readonly found: readonly Found[]
  /** Puts its files in their place. Once, before anything is written. */
  readonly settle?: () => Promise<void>
  /** The offer was not taken up. */
  readonly drop?: () => Promise<void>
}

export interface AddRequest {
  readonly offerId: string
  readonly target: McpTarget
  readonly servers: readonly {
    readonly name: string
    readonly as?: string | undefined
    readonly settings: Readonly<Record<string, string>>
  }[]
}

/** What was shown to a person and may be added as it was shown. */
export interface Offers {
  /** `AppError('mcp.nothing_to_add')`. */
  make(source: Source, taken: ReadonlySet<string>): McpOffer
  /** Writes servers of an offer, keys to the keychain. `AppError('mcp.offer_gone' | 'mcp.exists' | 'mcp.setting_missing' | 'keychain.*' | 'config.*')`; nothing is written then. */
  add(request: AddRequest, place: { projectRoot: string; taken: ReadonlySet<string> }): Promise<string[]>
}

interface Open {
  readonly source: Source
  readonly held: ReadonlyMap<string, Held>
  readonly until: number
}

export function createOffers({ config, keychain, clock }: { config: Config; keychain: Keychain; clock: Clock }): Offers {
  const open = new Map<string, Open>()

  function forget(): void {
    const old = [...open].filter(([, { until }], at) => until < clock.now() || at < open.size - MAX_OPEN)
    for (const [id, { source }] of old) {
      open.delete(id)
      void source.drop?.()
    }
  }

  return {
    make(source, taken) {
      forget()
      if (source.found.length === 0) throw new AppError('mcp.nothing_to_add')
      const held = source.found.map(holdSecrets)
      const offerId = newId(clock.now())
      open.set(offerId, { source, held: new Map(held.map((one) => [one.found.name, one])), until: clock.now() + VALID_MS })
      const check = (name: string, entry: Found['entry']): AppError | undefined => config.mcpProblem(name, entry)
      return { offerId, from: source.from, candidates: held.map((one) => candidateOf(one, { check, taken })) }
    },
    async add({ offerId, target, servers }, { projectRoot, taken }) {
      forget()
      const offer = open.get(offerId)
      if (!offer) throw new AppError('mcp.offer_gone')
      const wanted = servers.map(({ name, as = name, settings }) => {
        const held = offer.held.get(name)
        if (!held) throw new AppError('mcp.offer_gone')
        if (taken.has(as)) throw new AppError('mcp.exists', { params: { name: as } })
        const filled = fill(held, { name: as, settings })
        const problem = config.mcpProblem(as, filled.entry)
        if (problem) throw problem
        return { name: as, ...filled }
      })
      await offer.source.settle?.()
      for (const { keys } of wanted) for (const [account, value] of keys) await keychain.set(account, value)
      for (const { name, entry } of wanted) await config.addMcpServer(name, entry, target === 'project' ? projectRoot : undefined)
      open.delete(offerId)
      return wanted.map(({ name }) => name)
    },
  }
}

/** The keys of an entry that a person typed, apart from it: the keychain's references stand in their place. */
export function keysApart(name: string, entry: Readonly<Record<string, unknown>>): Filled {
  return fill(holdSecrets({ name, entry, settings: [], notes: [] }), { name, settings: {} })
}

interface Filled {
  readonly entry: Readonly<Record<string, unknown>>
  /** By keychain account. */
  readonly keys: ReadonlyMap<string, string>
}

/** The entry with every slot filled: a text that holds a key becomes a reference to the keychain, where the whole of it is kept. */
function fill({ found, held }: Held, { name, settings }: { name: string; settings: Readonly<Record<string, string>> }): Filled {
  const known = new Map(found.settings.map((one) => [one.key, one]))
  const missing = found.settings.find(({ key, required }) => required && !settings[key])
  if (missing) throw new AppError('mcp.setting_missing', { params: { name, setting: missing.title } })
  const valueOf = (key: string): string => held.get(key) ?? settings[key] ?? known.get(key)?.initial ?? ''
  const isSecret = (text: string): boolean => slotsIn(text).some((key) => held.has(key) || known.get(key)?.isSecret === true)
  const keys = new Map<string, string>()
  const entry: Record<string, unknown> = {}
  for (const [part, value] of Object.entries(found.entry)) {
    if ((part === 'env' || part === 'headers') && typeof value === 'object' && value !== null) entry[part] = values(value)
    else if (part === 'args' && Array.isArray(value)) entry[part] = value.flatMap((arg) => spread(String(arg)))
    else entry[part] = mapTexts(value, plain)
  }
  return { entry, keys }

  function values(given: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(given).flatMap(([key, text]): [string, unknown][] => {
        // It stays as it is in the file.
        if (text === null) return [[key, null]]
        const filled = fillSlots(String(text), valueOf)
        if (filled === '') return []
        if (!isSecret(String(text))) return [[key, filled]]
        keys.set(`mcp:${name}:${key}`, filled)
        return [[key, `keychain:mcp:${name}:${key}`]]
      }),
    )
  }

  function plain(text: string): string {
    if (isSecret(text)) throw new AppError('mcp.key_in_arguments', { params: { name } })
    return fillSlots(text, valueOf)
  }

  /** A list takes the place of its one argument; an optional one that was left open goes. */
  function spread(arg: string): string[] {
    const [key] = slotsIn(arg)
    const setting = key === undefined ? undefined : known.get(key)
    if (!setting?.isList || slotsIn(arg).length !== 1) return key !== undefined && plain(arg) === '' ? [] : [plain(arg)]
    return valueOf(setting.key)
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => fillSlots(arg, () => line.trim()))
  }
}

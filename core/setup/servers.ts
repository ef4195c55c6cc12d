import { AppError } from '../contract/errors.ts'
import { SetupProduct } from '../contract/setup.ts'
import type { Environment, Keychain } from '../platform/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Offers } from '../mcp/install/index.ts'
import type { Config } from '../config/types.ts'
import { cannot, type Fate, type Finder, type Found, type Place } from './types.ts'

interface ServersDeps extends Place {
  readonly env: Environment
  readonly config: Config
  readonly keychain: Keychain
  readonly clock: Clock
  readonly brought: (name: string) => void
}

/** MCP servers the person has for every project; each becomes an entry of `config.yaml`, its keys go to the keychain. */
export function findServers({ userHome, env, config, keychain, clock, brought }: ServersDeps): Finder {
  return async () => {
    const { createOffers, foreignFiles, hasKeyInWords, readForeign } = await import('../mcp/install/index.ts')
    const machine = { home: userHome, projectRoot: undefined, platform: process.platform, env }
    const taken = await takenNames()
    const all = await Promise.all(
      foreignFiles(machine).map(async ({ program, path }) => {
        const product = SetupProduct.safeParse(program)
        if (!product.success) return []
        return (await readForeign(path, machine)).map((one): Found => {
          const offers = createOffers({ config, keychain, clock })
          const offer = offers.make({ from: path, found: [one] }, new Set())
          const [candidate] = offer.candidates
          if (!candidate) throw new AppError('internal', { params: { detail: `no candidate for ${one.name}` } })
          const { runs, problem, warnings, env: variables } = candidate
          const hasKey = hasKeyInWords(one)
          // Nobody knows which of its words is the key: none is shown.
          const content = [hasKey ? '…' : runs, ...variables.map((name) => `${name}=…`)].join('\n')
          const it = { product: product.data, kind: 'mcp' as const, name: one.name, path, content, notes: warnings }
          if (taken.has(one.name)) return { ...it, fate: { state: 'there' } }
          if (problem) return { ...it, fate: { state: 'cannot', problem } }
          if (hasKey) return { ...it, fate: cannot(new AppError('setup.holds_key', { params: { name: one.name } })) }
          return { ...it, fate: bringing(one.name, { offers, offerId: offer.offerId }) }
        })
      }),
    )
    return all.flat()

    function bringing(name: string, { offers, offerId }: { offers: Offers; offerId: string }): Fate {
      return {
        state: 'new',
        async bring() {
          const now = await takenNames()
          if (now.has(name)) return 'there'
          await offers.add({ offerId, target: 'user', servers: [{ name, settings: {} }] }, { projectRoot: '', taken: now })
          brought(name)
          return 'brought'
        },
      }
    }
  }

  async function takenNames(): Promise<ReadonlySet<string>> {
    return new Set((await config.load(undefined)).mcpServers.map(({ name }) => name))
  }
}

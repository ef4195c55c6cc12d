import type { Logger, Platform } from '../../core/platform/platform.ts'

export interface SystemProxyDeps {
  /** Chromium's own answer for an address: `PROXY host:port; DIRECT`, by the system's settings or its script. */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly log: Logger
}

/** The proxy the system names for an address. */
export function createSystemProxy({ resolveProxy, log }: SystemProxyDeps): NonNullable<Platform['systemProxy']> {
  return async (url) => {
    const answer = await resolveProxy(url.href)
    for (const choice of answer.split(';').map((each) => each.trim())) {
      const [kind = '', place = ''] = choice.split(/\s+/)
      if (kind === 'DIRECT') return undefined
      if (kind === 'PROXY') return `http://${place}`
      if (kind === 'HTTPS') return `https://${place}`
      // SOCKS is not spoken here: the next choice of the list, or the direct way, has to do.
      log.log('warn', 'proxy', 'a proxy of the system is passed over', { kind, host: url.host })
    }
    return undefined
  }
}

import { AppError } from '../../contract/errors.ts'

/** Hosts that skills may come from where a person has said nothing. */
export const usualHosts: readonly string[] = ['github.com', 'api.github.com', 'raw.githubusercontent.com', 'gitlab.com', 'skills.sh']

export interface HostList {
  /** Why nothing is fetched from there; undefined: it may be. */
  refusal(url: URL): AppError | undefined
}

/** `managedBy`: the policy whose hosts these are, and no others. `allowed`: host names, `*.example.com` for all below one, `host:port` for another port than the usual. */
export function createHostList(allowed: readonly string[], managedBy?: string): HostList {
  return {
    refusal(url) {
      const isPlain = url.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
      const isKnown = ['https:', 'ssh:'].includes(url.protocol) || isPlain
      if (isKnown && allowed.some((host) => fits(host.toLowerCase(), url))) return undefined
      if (managedBy !== undefined) return new AppError('policy.skills', { params: { file: managedBy, source: url.host } })
      return new AppError('install.host', { params: { host: isKnown ? url.host : `${url.protocol}//${url.host}` } })
    },
  }
}

function fits(allowed: string, { host, hostname, protocol, port }: URL): boolean {
  if (allowed.startsWith('*.')) return port === '' && hostname.endsWith(allowed.slice(1))
  // git over ssh may use any port of a host that is trusted with its code.
  return allowed === host.toLowerCase() || (protocol === 'ssh:' && allowed === hostname)
}

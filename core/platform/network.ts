import { networkInterfaces } from 'node:os'

/** Whether this machine certainly has no network: nobody gave it an address. The bridge of a container counts as one. */
export function hasNoNetwork(interfaces = networkInterfaces()): boolean {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .every(({ internal, address }) => internal || isGivenByItself(address))
}

/** Link-local: what a machine takes where nobody gives it one. */
function isGivenByItself(address: string): boolean {
  return /^(fe80:|169\.254\.)/i.test(address)
}

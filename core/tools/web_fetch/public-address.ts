import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not the public internet (RFC 6890 and what was added since). */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Within 2000::/3, the only range in public use: Teredo and its neighbours, documentation, 6to4. */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Tells addresses of the public internet from this machine, its networks and what nobody should call. */
export function createPublicAddressCheck(): (address: string) => boolean {
  const privateV4 = blockList(PRIVATE_V4, 'ipv4')
  const privateV6 = blockList(PRIVATE_V6, 'ipv6')
  const globalV6 = blockList(['2000::/3'], 'ipv6')
  const embedding = blockList(['64:ff9b::/96', '::ffff:0:0/96'], 'ipv6')

  const isPublic = (address: string): boolean => {
    if (isIP(address) === 4) return !privateV4.check(address, 'ipv4')
    if (isIP(address) !== 6 || address.includes('%')) return false
    // An IPv4 address in IPv6 clothes is judged by what it is.
    if (embedding.check(address, 'ipv6')) return isPublic(lastFourBytes(address))
    return globalV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
  }
  return isPublic
}

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** `::ffff:7f00:1` and `::ffff:127.0.0.1` are both `127.0.0.1`. */
function lastFourBytes(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  // The URL parser writes any spelling in its shortest form, in which the last two groups may be left out as zeros.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  const value = [high ?? 0, low ?? 0]
  return value.flatMap((part) => [part >> 8, part & 0xff]).join('.')
}

import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { hasNoNetwork } from './network.ts'

const at = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
  family: 'IPv4',
})

it('a machine has no network where nobody gave it an address', () => {
  const lo = [at('127.0.0.1', true)]
  expect(hasNoNetwork({ lo })).toBe(true)
  expect(hasNoNetwork({ lo, eth0: [at('169.254.7.1'), at('fe80::1')], wlan0: undefined })).toBe(true)
  expect(hasNoNetwork({ lo, wlan0: [at('192.168.1.7')] })).toBe(false)
  expect(hasNoNetwork({ lo, wwan0: [at('2001:db8::7')] })).toBe(false)
})

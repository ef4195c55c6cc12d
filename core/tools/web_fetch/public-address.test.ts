import { expect, it } from 'vitest'
import { createPublicAddressCheck } from './public-address.ts'

const isPublic = createPublicAddressCheck()

it('takes addresses of the public internet', () => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
    '64:ff9b::808:808',
    '::ffff:8.8.8.8',
  ]
  expect(addresses.filter((address) => !isPublic(address))).toEqual([])
})

it('refuses this machine, its networks, and what is reserved, in any clothes', () => {
  const addresses = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '2001::1', '2002:7f00:1::', 'fec0::1'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:a9fe:a9fe',
      '::ffff:a00:0',
      '64:ff9b::7f00:1',
      '64:ff9b::a00:1',
      '::127.0.0.1',
      '64:ff9b:1::1',
    ],
    ...['', 'localhost', '1.2.3', '0x7f.1'],
  ]
  expect(addresses.filter((address) => isPublic(address))).toEqual([])
})

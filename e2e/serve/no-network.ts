import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

// Node's `--import` of this file in a host: nobody gave its machine an address, and every name leads to a server of the test.
const lookup = dns.lookup
Object.assign(os, { networkInterfaces: () => ({}) })
Object.assign(dns, { lookup: (_name: string, ...rest: never[]) => Reflect.apply(lookup, dns, ['127.0.0.1', ...rest]) })
syncBuiltinESMExports()

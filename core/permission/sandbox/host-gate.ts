import { lookup } from 'node:dns'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { BlockList, connect, isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { contactingFor, tellContact } from '../../platform/index.ts'

/** An HTTP proxy that leads to listed hosts and nowhere else. */
export interface HostGate {
  close(): Promise<void>
}

/** This machine itself and what only answers to it. A listed name that is made to lead there does not get through. */
const here = new BlockList()
here.addSubnet('127.0.0.0', 8, 'ipv4')
here.addSubnet('0.0.0.0', 8, 'ipv4')
here.addSubnet('169.254.0.0', 16, 'ipv4')
here.addAddress('::1', 'ipv6')
here.addAddress('::', 'ipv6')
here.addSubnet('fe80::', 10, 'ipv6')

/** Listens on a Unix socket. `hosts`: `name`, `*.name`, an address, each with `:port` or for every port. */
export async function openHostGate(socket: string, hosts: readonly string[]): Promise<HostGate> {
  const server = createServer((asked, answer) => passOn(asked, answer, hosts))
  server.on('connect', (asked: IncomingMessage, client: Duplex, head: Buffer) => tunnel(asked, client, { head, hosts }))
  server.on('clientError', (_, client) => void client.destroy())
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  // Whoever is held by it keeps the program alive, not the gate.
  server.unref()
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function tunnel(asked: IncomingMessage, client: Duplex, { head, hosts }: { head: Buffer; hosts: readonly string[] }): void {
  const target = URL.parse(`http://${asked.url ?? ''}`)
  const end = (): void => void client.destroy()
  client.on('error', end)
  const port = Number(/:(\d+)$/.exec(asked.url ?? '')?.[1])
  if (!target || !port || !isListed(hosts, nameOf(target), port)) {
    client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    return
  }
  const contact = { host: target.host, purpose: 'program', status: null } as const
  tellContact({ ...contact, outcome: 'waiting' })
  const server = connect({ host: nameOf(target), port, lookup: lookupFor(nameOf(target)) })
  server.on('error', end).on('close', end)
  const failed = (): void => tellContact({ ...contact, outcome: 'failed' })
  server.once('error', failed)
  client.on('close', () => server.destroy())
  server.once('connect', () => {
    server.off('error', failed)
    tellContact({ ...contact, outcome: 'answered' })
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    server.write(head)
    server.pipe(client)
    client.pipe(server)
  })
}

/** A plain request with the whole address in its first line. */
function passOn(asked: IncomingMessage, answer: ServerResponse, hosts: readonly string[]): void {
  const target = URL.parse(asked.url ?? '')
  const port = Number(target?.port ?? '') || 80
  if (target?.protocol !== 'http:' || !isListed(hosts, nameOf(target), port)) {
    answer.writeHead(403).end()
    return
  }
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = asked.headers
  const name = nameOf(target)
  const path = `${target.pathname}${target.search}`
  const options = { host: name, port, method: asked.method, path, headers, agent: false, lookup: lookupFor(name) } as const
  const onward = contactingFor('program', () => request(options))
  onward.on('response', (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

function nameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isListed(hosts: readonly string[], name: string, port: number): boolean {
  return hosts.some((entry) => {
    const [, listed = '', only] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [undefined, entry.toLowerCase(), undefined]
    const host = listed.replace(/^\[|\]$/g, '')
    const isName = host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host
    return isName && (only === undefined || Number(only) === port)
  })
}

/** An address that was listed as such is meant; a name is not to lead back to this machine. */
function lookupFor(name: string): LookupFunction {
  return (host, options, found) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, [])
      const inside = addresses.find(({ address, family }) => here.check(address, family === 6 ? 'ipv6' : 'ipv4'))
      if (inside && isIP(name) === 0 && name !== 'localhost') return found(new Error(`${name} leads to ${inside.address}`), [])
      const [first] = addresses
      if (options.all) found(null, addresses)
      else found(null, first?.address ?? '', first?.family)
    })
}

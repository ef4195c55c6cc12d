import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { createHostList } from './hosts.ts'
import { createNet } from './net.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function hostOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('what began encrypted is not led on to a plain address, though its host is allowed', async () => {
  const asked: string[] = []
  const plain = await hostOf(createServer((request, answer) => void (asked.push(request.url ?? ''), answer.end('plain'))))
  const [key, cert] = ['key', 'cert'].map((part) => readFileSync(new URL(`../../llm/testdata/loopback-${part}.pem`, import.meta.url)))
  const usual = getCACertificates()
  closers.push(() => setDefaultCACertificates(usual))
  setDefaultCACertificates([String(cert)])
  const to = `http://${plain}/secret`
  const secure = await hostOf(
    createTlsServer({ key, cert }, ({ url }, answer) =>
      url === '/away' ? answer.writeHead(302, { location: to }).end() : answer.end('encrypted'),
    ),
  )
  const net = createNet({ hosts: createHostList([secure, plain]), env: {}, signal: new AbortController().signal })
  closers.push(() => net.close())
  const get = async (url: string) => String(await net.bytes(new URL(url), { file: 'a', maxBytes: 100 }))
  expect([await get(`https://${secure}/`), await get(`http://${plain}/`)]).toEqual(['encrypted', 'plain'])
  await expect(get(`https://${secure}/away`)).rejects.toMatchObject({ code: 'install.redirect', params: { host: secure, to } })
  expect(asked).toEqual(['/'])
})

import { expect, it } from 'vitest'
import { createSystemProxy } from './system-proxy.ts'

const url = new URL('https://api.example.com/v1')

it.each([
  ['DIRECT', undefined],
  ['PROXY proxy.corp:3128', 'http://proxy.corp:3128'],
  ['HTTPS proxy.corp:443; DIRECT', 'https://proxy.corp:443'],
  ['PROXY [fd00::1]:8080; PROXY other:1', 'http://[fd00::1]:8080'],
  ['SOCKS5 socks.corp:1080; PROXY proxy.corp:3128', 'http://proxy.corp:3128'],
  ['SOCKS5 socks.corp:1080', undefined],
  ['', undefined],
])('what Chromium answers with %j leads to %s', async (answer, expected) => {
  const asked: string[] = []
  const systemProxy = createSystemProxy({
    resolveProxy: async (address) => {
      asked.push(address)
      return answer
    },
    log: { log: () => undefined },
  })
  expect(await systemProxy(url)).toBe(expected)
  expect(asked).toEqual([url.href])
})

it('says which proxy it passes over', async () => {
  const said: string[] = []
  const log = { log: (_level: string, _component: string, msg: string) => void said.push(msg) }
  await createSystemProxy({ resolveProxy: async () => 'SOCKS socks.corp:1080; DIRECT', log })(url)
  expect(said).toEqual(['a proxy of the system is passed over'])
})

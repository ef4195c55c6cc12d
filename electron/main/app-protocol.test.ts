import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAppProtocol } from './app-protocol.ts'

let folder = ''
let answer: (request: Request) => Promise<Response>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mewcode-page-'))
  const rendererDir = join(folder, 'renderer')
  await mkdir(join(rendererDir, 'assets'), { recursive: true })
  await writeFile(join(rendererDir, 'index.html'), '<p>home</p>')
  await writeFile(join(rendererDir, 'assets/a.js'), 'run()')
  await writeFile(join(folder, 'secret.json'), '"secret"')
  await symlink(join(folder, 'secret.json'), join(rendererDir, 'link.json'))
  answer = createAppProtocol({ rendererDir, files: async (request) => new Response(`ticket ${new URL(request.url).pathname}`) })
})
afterAll(() => rm(folder, { recursive: true }))

async function seen(address: string, method = 'GET'): Promise<[number, string]> {
  const response = await answer(new Request(address, { method }))
  return [response.status, await response.text()]
}

it('serves the page, its parts and the bytes behind a ticket', async () => {
  expect(await seen('mewcode-app://app/')).toEqual([200, '<p>home</p>'])
  expect(await seen('mewcode-app://app/assets/a.js')).toEqual([200, 'run()'])
  expect(await seen('mewcode-app://app/files/abc', 'PUT')).toEqual([200, 'ticket /files/abc'])
})

it.each([
  ['mewcode-app://app/../secret.json', 'GET', 404],
  ['mewcode-app://app/%2e%2e/secret.json', 'GET', 404],
  ['mewcode-app://app/..%2fsecret.json', 'GET', 404],
  ['mewcode-app://app/..%5csecret.json', 'GET', 404],
  ['mewcode-app://app/..%2frenderer%2findex.html', 'GET', 404],
  ['mewcode-app://app/assets%00/a.js', 'GET', 404],
  ['mewcode-app://app/%', 'GET', 404],
  ['mewcode-app://app/link.json', 'GET', 404],
  ['mewcode-app://app/assets', 'GET', 404],
  ['mewcode-app://evil/', 'GET', 404],
  ['mewcode-app://app/', 'POST', 405],
])('%s by %s gives nothing away', async (address, method, status) => {
  expect(await seen(address, method)).toEqual([status, ''])
})

it('says in every answer what the page may load', async () => {
  for (const address of ['mewcode-app://app/', 'mewcode-app://app/none.js']) {
    const policy = (await answer(new Request(address))).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
  }
})

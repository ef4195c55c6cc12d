import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ROOT } from './command.ts'
import { findElectron } from './electron-binary.ts'

// Each starts Electron's install step, some of them thrice.
vi.setConfig({ testTimeout: 30_000 })

/** The same program's name on every system. */
const SYSTEM = { ELECTRON_INSTALL_PLATFORM: 'linux', ELECTRON_INSTALL_ARCH: 'x64' }

let base = ''
let electron = ''
let server: Server
let asked: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void

/** A copy of Electron's package, where it finds its own libraries, and a server that is a mirror or a proxy. */
beforeEach(async () => {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  base = await mkdtemp(join(ROOT, 'out/electron-test-'))
  electron = join(base, 'electron')
  await mkdir(electron)
  for (const name of ['install.js', 'package.json', 'checksums.json'])
    await cp(join(ROOT, 'node_modules/electron', name), join(electron, name))
  asked = []
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    const here = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Here\r\n\r\n'))
    here.pipe(socket).pipe(here)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(base, { recursive: true, force: true })
})

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

async function find(
  env: NodeJS.ProcessEnv,
  { retry = false, say = (): void => undefined }: { retry?: boolean; say?: (line: string) => void } = {},
) {
  const clean = { HOME: base, PATH: process.env['PATH'], electron_config_cache: join(base, 'cache'), ...SYSTEM }
  return await findElectron({
    retry,
    say,
    env: { ...clean, ...env },
    places: { package: electron, remembered: join(base, 'remembered.json') },
  })
}

it('runs the install step of Electron’s own package against the mirror that is named, and tells how far it is', async () => {
  const zip = await distribution(randomBytes(11_500_000))
  const said: string[] = []
  const { promise: halfTold, resolve } = Promise.withResolvers<void>()
  answer = (_, response) => {
    response.write(zip.subarray(0, 10_500_000))
    void halfTold.then(() => response.end(zip.subarray(10_500_000)))
  }
  const say = (line: string): void => {
    said.push(line)
    if (said.length === 2) resolve()
  }
  const { version } = JSON.parse(await readFile(join(electron, 'package.json'), 'utf8')) as { version: string }
  expect(await find({ ELECTRON_MIRROR: address() }, { say })).toEqual({ path: join(electron, 'dist/electron') })
  expect(asked).toEqual([`/v${version}/${zipName(version)}`])
  expect(said.slice(0, 2)).toEqual(['Fetching Electron, once (about 120 MB) …', '  10 MB'])
  // It is there now: nothing is fetched again.
  expect(await find({ ELECTRON_MIRROR: 'http://127.0.0.1:9/' })).toEqual({ path: join(electron, 'dist/electron') })
  expect(asked).toHaveLength(1)
})

it('goes through the proxy that the environment names, to a mirror only the proxy knows', async () => {
  const zip = await distribution(Buffer.from('a program'))
  answer = (_, response) => response.end(zip)
  const found = await find({ ELECTRON_MIRROR: 'http://mirror.invalid/', HTTP_PROXY: address(), http_proxy: address() })
  expect(found).toEqual({ path: join(electron, 'dist/electron') })
  expect(asked.join(' ')).toContain('mirror.invalid')
})

it('takes no program whose bytes are not those that Electron published, and says so', async () => {
  await distribution(Buffer.from('a program'))
  const other = zipOf([['electron', Buffer.from('another program')]])
  answer = (_, response) => response.end(other)
  expect(await find({ ELECTRON_MIRROR: address() })).toEqual({
    missing: expect.stringMatching(/could not be fetched from http:\/\/127.*checksum/i),
  })
})

it('remembers for a day why it could not be had; another mirror and a wish to retry ask again', async () => {
  answer = (_, response) => response.writeHead(503).end()
  const first = await find({ ELECTRON_MIRROR: address() })
  expect(first).toEqual({ missing: expect.stringContaining('503') })
  const count = asked.length
  expect(await find({ ELECTRON_MIRROR: address() })).toEqual(first)
  expect(asked).toHaveLength(count)
  await find({ ELECTRON_MIRROR: `${address()}other/` })
  expect(asked.length).toBeGreaterThan(count)
  const before = asked.length
  await find({ ELECTRON_MIRROR: `${address()}other/` }, { retry: true })
  expect(asked.length).toBeGreaterThan(before)
})

const zipName = (version: string): string => `electron-v${version}-linux-x64.zip`

/** An archive that Electron's package takes for what it published. */
async function distribution(program: Buffer): Promise<Buffer> {
  const { version } = JSON.parse(await readFile(join(electron, 'package.json'), 'utf8')) as { version: string }
  const zip = zipOf([
    ['electron', program],
    ['version', Buffer.from(version)],
  ])
  await writeFile(join(electron, 'checksums.json'), JSON.stringify({ [zipName(version)]: createHash('sha256').update(zip).digest('hex') }))
  return zip
}

/** Stored, not packed. */
function zipOf(files: readonly (readonly [string, Buffer])[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const [name, content] of files) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), content])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), fields, tail, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fc } from '../testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { plantedSecrets } from '../testing/planted-secrets.ts'
import { withoutShapes } from './secret-shapes.ts'

describe.each(plantedSecrets)('$kind', ({ line, secret }) => {
  it.each([
    ['alone', line],
    ['in a sentence', `before ${line} after`],
    ['in JSON', JSON.stringify({ text: line })],
    ['in JSON inside JSON', JSON.stringify({ text: JSON.stringify({ text: line }) })],
  ])('is taken out %s', (_, text) => {
    const redacted = withoutShapes(text)
    expect(redacted).toContain('[redacted]')
    expect(redacted).not.toContain(secret)
    expect(redacted.length).toBeGreaterThan(text.length - line.length)
  })
})

it('leaves JSON JSON', () => {
  const text = JSON.stringify(plantedSecrets.map(({ line }) => ({ line, quoted: JSON.stringify({ line }) })))
  expect(() => JSON.parse(withoutShapes(text))).not.toThrow()
})

it.each([
  'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'id: 01a229b3-d0ce-7000-82fc-2501ead8f311',
  'Basic understanding of things, and Bearer authentication-scheme-names',
  'git clone https://github.com/owner/name.git && git clone git@github.com:owner/name.git',
  'postgres://${USER}:${PASSWORD}@localhost:5432/db and https://user:<password>@host',
  'http://localhost:3000/@vite/client http://127.0.0.1:8080/a@b',
  'const password = readPassword(); connect({ host, password })',
  'connect(host=host, user=user, password=password)',
  'const authToken = await auth.token(); auth_token: string',
  'process.env.AWS_SECRET_ACCESS_KEY; AWS_SECRET_ACCESS_KEY=$KEY',
  'disk-usage-of-the-whole-machine task-force risk-assessment-of-everything',
  "grep -r 'BEGIN RSA PRIVATE KEY' . # -----BEGIN is how one begins",
  'SKU: SK1234 npm_config_registry npm_lifecycle_event hf_hub_download xoxo',
  '12:30:45 AAPL 123456789:AAA 10.0.0.1:8080',
  'MNOPQRSTUVWXYZ.module.namespace.some.property',
])('leaves ordinary text alone: %s', (text) => {
  expect(withoutShapes(text)).toBe(text)
})

it('finds nothing in hashes, ids and pictures', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 4_000 }).map((all) => Buffer.from(all))
  const isLeft = fc.property(bytes, (all) =>
    [all.toString('hex'), all.toString('base64'), `data:image/png;base64,${all.toString('base64')}`, all.toString('base64url')].every(
      (text) => withoutShapes(text) === text,
    ),
  )
  expect(() => fc.assert(isLeft, { numRuns: 300 })).not.toThrow()
  const picture = `"data": "${randomBytes(1_000_000).toString('base64')}"`
  expect(withoutShapes(picture)).toBe(picture)
})

it('finds nothing in the code of this product', () => {
  const folder = path.resolve(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('testing'),
  )
  const hit = files.filter((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8')
    return withoutShapes(text) !== text
  })
  expect(hit).toEqual([])
})

it('stays quick on a megabyte of look-alikes', () => {
  const started = performance.now()
  const pieces = [
    'a://',
    'a://b:',
    'password=',
    ';password=',
    'host=a ',
    'auth_token: ',
    'Bearer ',
    '-----BEGIN PRIVATE KEY-----',
    'M',
    '1',
    'abc8Q~',
    'SG.',
    'eyJaaaaaaaaaaa.',
  ]
  for (const piece of pieces) withoutShapes(piece.repeat(300_000 / piece.length))
  expect(performance.now() - started).toBeLessThan(4_000)
})

it('has room for megabytes of a secret’s letters', () => {
  expect(withoutShapes(`sk-${'a'.repeat(9_000_000)}`)).toMatch(/^\[redacted\]/)
})

import { expect, it } from 'vitest'
import { fc } from '../testing/fast-check.ts'
import { createRedactor } from './redactor.ts'

const SECRET = 'pä$$ "w\\rd"/+=?&{}\n7'

it.each([
  ['plain', SECRET],
  ['in JSON', JSON.stringify({ a: SECRET })],
  ['in JSON inside JSON', JSON.stringify({ a: JSON.stringify({ b: SECRET }) })],
  ['in an address', `https://x/?key=${encodeURIComponent(SECRET)}&b`],
  ['in a form', new URLSearchParams({ key: SECRET }).toString()],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in base64 after a user name', `Authorization: ${Buffer.from(`u:${SECRET}`).toString('base64')}`],
  ['in base64 between other bytes', Buffer.from(`{"k": "${SECRET}"}`).toString('base64url')],
])('takes a known secret out of a text that holds it %s', (_, text) => {
  const redactor = createRedactor()
  redactor.add(SECRET)
  const redacted = redactor.redact(text)
  expect(redacted).toContain('[redacted]')
  for (const piece of [
    SECRET,
    JSON.stringify(SECRET).slice(1, -1),
    encodeURIComponent(SECRET),
    Buffer.from(SECRET).toString('base64').slice(2, -4),
  ]) {
    expect(redacted).not.toContain(piece)
  }
})

it('takes out any known secret wherever it stands among others', () => {
  // Lower case only, so that the mask itself and the frame hold none of them.
  const secret = fc.string({
    minLength: 6,
    maxLength: 40,
    unit: fc.constantFrom('a', 'b', '.', '*', '+', '^', '$', '(', ')', '[', ']', '|', '/', '\\', '"', '{', 'é', '中', '🐱'),
  })
  const leaves = fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), (secrets) => {
    const redactor = createRedactor()
    secrets.forEach((value) => redactor.add(value))
    return /^(?:<(?:\[redacted\])+>)+$/.test(redactor.redact(secrets.map((value) => `<${value}>`).join('')))
  })
  expect(() => fc.assert(leaves)).not.toThrow()
})

it.each([
  'sk-ant-api03-AAAAAAAAAAAAAAAA-bbbb',
  'sk-proj-abcdefghijklmnop',
  'ghp_abcdefghijklmnopqrstuvwxyz012345',
  'github_pat_11ABCDEFG0abcdefghijklmn',
  'AKIAIOSFODNN7EXAMPLE',
  'AIzaSyA1234567890abcdefghijklmnopqrstuvw',
  'xoxb-123456789012-abcdef',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkw.SflKxwRJSMeKKF2QT4fwpM',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
])('takes out what looks like a key of a vendor: %s', (key) => {
  expect(createRedactor().redact(`before "${key}", after`)).toBe('before "[redacted]", after')
})

it('keeps the name of the scheme of an authorization header', () => {
  expect(createRedactor().redact('authorization: Bearer abc.DEF-123_456~7==; x')).toBe('authorization: Bearer [redacted]; x')
})

it('leaves ordinary text alone, and texts with secrets too short to know', () => {
  const redactor = createRedactor()
  redactor.add('abc')
  redactor.add('   ')
  const text = 'abc task-force sk-1 risk-assessment-of-everything ghp_short Bearer of news AKIA disk-usage-of-the-whole-machine'
  expect(redactor.redact(text)).toBe(text)
})

it('stays quick on a megabyte of look-alikes', () => {
  const redactor = createRedactor()
  redactor.add('sk-planted-7f3a9c')
  const started = performance.now()
  for (const piece of ['eyJ', 'sk-', '-----BEGIN PRIVATE KEY-----', 'Bearer ', 'a', 'eyJaaaaaaaaaaa.'])
    redactor.redact(piece.repeat(1_000_000 / piece.length))
  expect(performance.now() - started).toBeLessThan(3_000)
})

it("takes only whole keys out of a person's texts: no guesses, no other secrets, no short words", () => {
  const redactor = createRedactor()
  redactor.add('header-secret-0123456789')
  redactor.addKey('ollama')
  redactor.addKey('real-key-0123456789')
  redactor.addKey('real-key-0123456789-longer')
  const text = `ollama header-secret-0123456789 sk-${'x'.repeat(40)} `
  expect(redactor.redactKeys(`${text}real-key-0123456789-longer real-key-0123456789`)).toBe(`${text}[provider key] [provider key]`)
  expect(redactor.redact('real-key-0123456789')).toBe('[redacted]')
})

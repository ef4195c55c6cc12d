import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { toWireError } from '../contract/errors.ts'
import { createConfig } from './index.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'mewcode-mistakes-'))
  mkdirSync(join(base, 'home'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** One line a mistake, the line's number being what the problem must name. */
const yaml = `default_provider: nobody
budjet: { day_usd: 1 }
budget: { day_usd: -1, month_usd: lots }
providers:
  - name: good
    protocol: openai
    base_url: http://127.0.0.1:1/v1
    api_key: none
    fallback: nobody
  - name: good
    protocol: openai
  - name: bad
    protocol: opneai
    base_url: 7
    api_key: [a]
    model: { x: 1 }
    thinking: perhaps
    effort: extreme
    context_window: -5
    max_tokens: many
    temperature: 9
    top_p: 2
    seed: 1.5
    stop: 7
    cache_ttl: 1d
    headers: { "X A": b }
    query: text
    auth: basic
    proxy: 7
    ca_file: 7
    timeouts: { connect: soon, frist_byte: 1s }
    max_retries: 99
    limits: { concurrency: -1 }
    roles: { opuss: x }
    tempereture: 1
  - name: address
    protocol: openai
    base_url: ftp://x
  - name: variable
    protocol: openai
    base_url: "https://\${NOPE}"
  - protocol: openai
  - just text
  - name: none
  - name: plain
    protocol: anthropic
    api_key: sk-plain-0123456789
`

it('tells every mistake of a file at once, each with its line, and uses what is right', async () => {
  writeFileSync(join(base, 'home', 'config.yaml'), yaml)
  const config = createConfig({
    platform: {
      env: {},
      log: { log: () => undefined },
      paths: { home: join(base, 'home'), userHome: base, temp: base, managed: join(base, 'managed.yaml'), resources: base },
    },
    trust: { get: () => ({ decision: 'none', items: new Map() }), keep: () => undefined },
    projectDefinitions: async () => [],
    trustProjects: false,
    defaultModel: () => 'm',
  })
  const { providers, problems } = await config.load(undefined)
  config.close()
  const lineOf = (text: string): number => yaml.slice(0, yaml.indexOf(text)).split('\n').length
  const told = problems
    .map((problem) => `${problem.params['line']} ${problem.code}`)
    .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b))
  const bad = [
    'protocol: opneai',
    'base_url: 7',
    'api_key: [a]',
    'model: {',
    'thinking: p',
    'effort: ex',
    'context_window',
    'max_tokens',
    'temperature: 9',
    'top_p',
  ]
  const alsoBad = [
    'seed',
    'stop: 7',
    'cache_ttl',
    'headers',
    'query',
    'auth',
    'proxy',
    'ca_file',
    'timeouts',
    'timeouts',
    'max_retries',
    'limits',
    'roles',
    'tempereture',
  ]
  const lines = new Set([...bad, ...alsoBad].map(lineOf))
  expect(new Set(told.map((one) => Number.parseInt(one)).filter((line) => lines.has(line)))).toEqual(lines)
  const others = told.filter((one) => !lines.has(Number.parseInt(one)))
  expect(others).toEqual([
    '1 config.default_missing',
    '2 config.misspelled_key',
    '3 config.value',
    '3 config.value',
    `${lineOf('fallback: nobody')} config.fallback_missing`,
    `${lineOf('- name: good\n    protocol: openai\n  - name: bad')} config.duplicate`,
    `${lineOf('base_url: ftp')} config.entry`,
    `${lineOf('base_url: "https')} config.variable_missing`,
    `${lineOf('- protocol: openai')} config.entry`,
    `${lineOf('- just text')} config.not_mapping`,
    `${lineOf('- name: none')} config.entry`,
    `${lineOf('api_key: sk-plain')} config.plain_key`,
  ])
  for (const problem of problems) {
    const { message, fix } = toWireError(problem)
    expect(message).toMatch(/config\.yaml, line \d+/)
    expect(fix).not.toBe('')
    expect(message + fix).not.toContain('sk-plain')
  }
  expect(providers.map(({ name }) => name)).toEqual(['good', 'plain'])
})

import { expect, it } from 'vitest'
import { codes, configFolders, put } from './fixtures.ts'

const KEY = 'sk-planted-7f3a9c'
const { home, project, create, load } = configFolders()

it('takes every key of the documented example without complaint', async () => {
  put(
    home('config.yaml'),
    `default_provider: claude
providers:
  - name: claude
    protocol: anthropic
    base_url: ""
    api_key: "\${ANTHROPIC_API_KEY}"
    model: claude-sonnet-5-5
    thinking: { budget: 2000 }
    effort: medium
    context_window: 0
    max_tokens: 0
    temperature: null
    top_p: 0.5
    seed: 1
    stop: [a]
    cache_ttl: 5m
    headers: { X-Team: "\${TEAM}" }
    query: { api-version: 2024-01-01, team: "\${TEAM}" }
    auth: ""
    proxy: ""
    ca_file: ""
    timeouts: { connect: 1.5s, first_byte: 500ms, idle: 2m }
    max_retries: 3
    fallback: local
    limits: { concurrency: 4, rpm: 0 }
    roles: { haiku: a, sonnet: b, opus: c }
  - { name: local, protocol: openai, base_url: "http://127.0.0.1:11434/v1", api_key: none, auth: bearer, max_tokens: 9, context_window: 8 }
budget: { day_usd: 0, month_usd: 0, session_usd: 0 }
otel: { endpoint: 'http://x:4318' }
mcp_servers: { github: { type: stdio, command: npx } }
`,
  )
  const { providers, problems, notices, defaultProvider } = await load(create({ env: { TEAM: 'blue' } }))
  expect({ problems, notices, defaultProvider }).toEqual({ problems: [], notices: [], defaultProvider: 'claude' })
  expect(providers).toEqual([
    {
      name: 'claude',
      protocol: 'anthropic',
      baseUrl: '',
      apiKey: '${ANTHROPIC_API_KEY}',
      model: 'claude-sonnet-5-5',
      headers: { 'X-Team': 'blue' },
      query: { 'api-version': '2024-01-01', team: 'blue' },
      variables: ['ANTHROPIC_API_KEY', 'TEAM'],
      auth: undefined,
      maxTokens: undefined,
      contextWindow: undefined,
      timeouts: { connectMs: 1500, firstByteMs: 500, idleMs: 120_000 },
      maxRetries: 3,
      settings: { thinking: { budget: 2000 }, effort: 'medium', topP: 0.5, seed: 1, stop: ['a'], cacheTtl: '5m' },
      proxy: undefined,
      caFile: undefined,
      fallback: 'local',
      limits: { concurrency: 4, rpm: 0 },
      roles: { haiku: 'a', sonnet: 'b', opus: 'c' },
      source: 'user',
    },
    {
      name: 'local',
      protocol: 'openai',
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: 'none',
      model: 'default-of-openai',
      headers: {},
      query: {},
      variables: [],
      auth: 'bearer',
      maxTokens: 9,
      contextWindow: 8,
      timeouts: { connectMs: 15_000, firstByteMs: 60_000, idleMs: 90_000 },
      maxRetries: 5,
      settings: {},
      proxy: undefined,
      caFile: undefined,
      fallback: undefined,
      limits: { concurrency: 4, rpm: 0 },
      roles: {},
      source: 'user',
    },
  ])
})

it('loads the files of the original unchanged, plain key, merge keys and readable names included', async () => {
  put(
    project('.mewcode/config.yaml'),
    `providers:
  - &base
    name: "Claude 官方"
    protocol: anthropic
    base_url:
    api_key: "${KEY}"
    model: claude-sonnet-4
    thinking: yes
    context_window: 200000
  - <<: *base
    name: second
mcp_servers:
  noType: { command: x }
`,
  )
  const { providers, problems } = await load(create({ trust: true }))
  expect(providers.map(({ name, apiKey, contextWindow, source }) => [name, apiKey, contextWindow, source])).toEqual([
    ['Claude 官方', KEY, 200_000, 'project'],
    ['second', KEY, 200_000, 'project'],
  ])
  expect(codes(problems)).toEqual(['config.plain_key 6 api_key', 'config.plain_key 10 api_key', 'config.mcp_entry 13 type'])
})

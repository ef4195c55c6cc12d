import { basename, resolve } from 'node:path'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { McpCandidate, McpOffer } from '../contract/mcp-install.ts'
import { openRegularFile } from '../platform/index.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import type { ProjectHost } from './host.ts'
import type { Words } from './language.ts'
import { table, write, writeJson } from './output.ts'
import { readAll } from './run/prompt.ts'
import { withProject } from './with-host.ts'

const words = {
  runs: { en: 'runs', 'zh-CN': '运行' },
  reaches: { en: 'reaches', 'zh-CN': '连接' },
  env: { en: 'environment', 'zh-CN': '环境变量' },
  headers: { en: 'headers', 'zh-CN': '请求头' },
  needs: { en: 'needs', 'zh-CN': '需要' },
  again: { en: 'Nothing was added. Say it again with --yes to add it.', 'zh-CN': '什么都没有添加。加上 --yes 再运行一次才会添加。' },
  added: { en: 'Added', 'zh-CN': '已添加' },
  none: { en: 'No other program on this machine names MCP servers.', 'zh-CN': '本机其他程序里没有找到 MCP 服务器。' },
} as const satisfies Record<string, Words>

/** Without a source: what other programs have. With one: what it describes, and with --yes it is added. */
export const mcpImport: Command = {
  command: 'mcp import',
  summary: {
    en: 'add MCP servers from another program, a file, a bundle, a link or standard input',
    'zh-CN': '从其他程序、文件、扩展包、链接或标准输入添加 MCP 服务器',
  },
  arguments: [{ name: 'PROGRAM|FILE|TEXT|-', required: false }],
  options: {
    ...projectOption,
    ...jsonOption,
    yes: { help: { en: 'add what was shown', 'zh-CN': '添加显示的内容' } },
    to: {
      value: 'WHERE',
      choices: ['user', 'project'],
      help: {
        en: 'your config.yaml (default), or the project’s .mewcode.yaml',
        'zh-CN': '自己的 config.yaml（默认），或项目的 .mewcode.yaml',
      },
    },
    only: { value: 'NAME', repeatable: true, help: { en: 'add only this one', 'zh-CN': '只添加这一个' } },
    set: {
      value: 'KEY=VALUE',
      repeatable: true,
      help: {
        en: 'a value it asks for; a key is given as KEY=$NAME, a variable’s name',
        'zh-CN': '它要的值；密钥写成 KEY=$NAME，即变量名',
      },
    },
  },
  run: (args, terminal) =>
    withProject(args, terminal, async (host) => {
      const source = args.positional(0)
      if (source === undefined) return listForeign(host, args, terminal)
      const offers = await readSource(source, host, terminal)
      const only = args.list('only')
      const chosen = offers.map((offer) => ({
        ...offer,
        candidates: offer.candidates.filter(({ name }) => only.length === 0 || only.includes(name)),
      }))
      const missing = only.find((name) => !chosen.some(({ candidates }) => candidates.some((one) => one.name === name)))
      if (missing !== undefined) throw new AppError('mcp.not_found', { params: { name: missing } })
      if (!args.flag('yes')) return show(chosen, args, terminal)
      const added = await add(chosen, host, args, terminal)
      if (args.flag('json')) await writeJson(terminal.stdout, { added })
      else await write(terminal.stdout, `${words.added[terminal.language]}: ${added.join(', ')}\n`)
      return EXIT.ok
    }),
}

async function listForeign({ rpc }: ProjectHost, args: Arguments, { stdout, language }: Terminal): Promise<number> {
  const found = await rpc.mcpInstall.foreign({})
  if (args.flag('json')) await writeJson(stdout, found)
  else if (found.length === 0) await write(stdout, `${words.none[language]}\n`)
  else await write(stdout, table(found.map(({ program, path, servers }) => [program, servers.join(', '), path])))
  return EXIT.ok
}

async function readSource(source: string, { rpc, tickets }: ProjectHost, { cwd, stdin }: Terminal): Promise<McpOffer[]> {
  if (source === '-') return [await rpc.mcpInstall.readText({ text: await readAll(stdin) })]
  const programs = (await rpc.mcpInstall.foreign({})).filter(({ program, path }) => program === source || path === source)
  if (programs.length > 0) return Promise.all(programs.map(({ path }) => rpc.mcpInstall.readForeign({ path })))
  const opened = await openRegularFile(resolve(cwd, source)).catch(() => undefined)
  if (!opened) return [await rpc.mcpInstall.readText({ text: source })]
  await using handle = opened.handle
  const { path } = await rpc.mcpInstall.uploadFile({ name: basename(source), bytes: opened.stats.size })
  const result = await tickets.put(path, await handle.readFile())
  if (result.kind !== 'mcp') throw new Error(`servers became ${result.kind}`)
  return [result.offer]
}

async function show(offers: readonly McpOffer[], args: Arguments, { stdout, stderr, language }: Terminal): Promise<number> {
  const candidates = offers.flatMap((offer) => offer.candidates)
  if (args.flag('json')) await writeJson(stdout, candidates)
  else await write(stdout, candidates.map((one) => described(one, language)).join('\n'))
  await write(stderr, `${words.again[language]}\n`)
  return EXIT.ok
}

function described(candidate: McpCandidate, language: Terminal['language']): string {
  const { name, type, runs, env, headers, settings, warnings, problem } = candidate
  const line = (label: keyof typeof words, text: string): string[] => (text === '' ? [] : [`  ${words[label][language]}: ${text}`])
  const said = [...warnings, ...(problem ? [problem] : [])].map(({ code, params }) => `  ! ${errorText(code, params, language).what}`)
  return [
    name,
    ...line(type === 'stdio' ? 'runs' : 'reaches', runs),
    ...line('env', env.join(', ')),
    ...line('headers', headers.join(', ')),
    ...line('needs', settings.map(({ key, required }) => (required ? `${key}*` : key)).join(', ')),
    ...said,
    '',
  ].join('\n')
}

async function add(offers: readonly McpOffer[], { rpc }: ProjectHost, args: Arguments, { env }: Terminal): Promise<string[]> {
  const given = new Map(args.list('set').map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]))
  const valueOf = (key: string, isSecret: boolean): string => {
    const text = given.get(key) ?? ''
    if (!isSecret || text === '') return text
    // Others can read a command line.
    if (!/^\$\w+$/.test(text))
      throw new AppError('usage.bad_value', { params: { option: '--set', value: `${key}=…`, expected: `${key}=$NAME` } })
    return env[text.slice(1)] ?? ''
  }
  const added: string[] = []
  for (const { offerId, candidates } of offers) {
    const servers = candidates.map(({ name, settings }) => ({
      name,
      settings: Object.fromEntries(settings.flatMap(({ key, isSecret }) => (given.has(key) ? [[key, valueOf(key, isSecret)]] : []))),
    }))
    if (servers.length === 0) continue
    added.push(...(await rpc.mcpInstall.add({ offerId, target: args.text('to') === 'project' ? 'project' : 'user', servers })).added)
  }
  return added
}

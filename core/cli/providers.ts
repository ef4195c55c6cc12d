import type { ProviderInfo } from '../contract/providers.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { table, write, writeJson, writeList } from './output.ts'
import { describeError } from './report.ts'
import { withProject } from './with-host.ts'

export const providersList: Command = {
  command: 'providers list',
  summary: { en: 'list the configured providers', 'zh-CN': '列出已配置的服务商' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { providers, problems } = await rpc.providers.list({})
      for (const problem of problems) terminal.stderr.write(describeError(problem, terminal.language))
      if (args.flag('json')) await writeJson(terminal.stdout, providers)
      else await writeList(terminal, providers.map(row))
      return EXIT.ok
    }),
}

export const providersTest: Command = {
  command: 'providers test',
  summary: { en: 'send a provider the smallest request', 'zh-CN': '给服务商发一个最小的请求' },
  arguments: [{ name: 'NAME', required: true }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const result = await rpc.providers.test({ name: args.positional(0) ?? '' })
      if (args.flag('json')) await writeJson(terminal.stdout, result)
      else if (result.ok) await write(terminal.stdout, `ok  ${result.model}  ${Math.round(result.latencyMs)} ms\n`)
      if (result.error) {
        terminal.stderr.write(describeError(result.error, terminal.language))
        terminal.stderr.write(table(result.steps.map(({ step, state }) => [marks[state], stepNames[step][terminal.language]])))
      }
      return result.ok ? EXIT.ok : EXIT.failed
    }),
}

const marks = { ok: '✓', failed: '✗', not_tried: '·' }

const stepNames = {
  key: { en: 'key found', 'zh-CN': '找到密钥' },
  connection: { en: 'server reached', 'zh-CN': '连上服务器' },
  access: { en: 'access granted', 'zh-CN': '通过验证' },
  model: { en: 'model known', 'zh-CN': '模型可用' },
  answer: { en: 'answer complete', 'zh-CN': '回答完整' },
} as const

function row({ name, protocol, model, baseUrl, key, isDefault, problem }: ProviderInfo): string[] {
  return [isDefault ? '*' : ' ', name, protocol, model || '-', baseUrl || '-', keyText(key), problem?.code ?? 'ok']
}

/** Where a key is and its last four characters: `environment ANTHROPIC_API_KEY …9c2f`. */
export function keyText({ state, source, name, last4 }: ProviderInfo['key']): string {
  if (state !== 'set') return state
  return [source, name, last4 && `…${last4}`].filter(Boolean).join(' ')
}

import { AppError } from '../contract/errors.ts'
import { EXIT, jsonOption, type Command } from './command.ts'
import { write, writeJson, writeList } from './output.ts'
import { keyText } from './providers.ts'
import { describeError } from './report.ts'
import { readSecret } from './secret-input.ts'
import { withHome } from './with-host.ts'

const stores = ['keychain', 'file'] as const

export const keysList: Command = {
  command: 'keys list',
  summary: { en: "show where each provider's key is, never the key", 'zh-CN': '显示每个服务商的密钥在哪里，不显示密钥本身' },
  arguments: [],
  options: jsonOption,
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const { providers } = await rpc.providers.list({})
      const keys = providers.map(({ name, key }) => ({ provider: name, ...key }))
      if (args.flag('json')) await writeJson(terminal.stdout, keys)
      else
        await writeList(
          terminal,
          keys.map(({ provider, ...key }) => [provider, keyText(key)]),
        )
      return EXIT.ok
    }),
}

export const keysSet: Command = {
  command: 'keys set',
  readsSecret: true,
  summary: { en: "store a provider's key, read from standard input", 'zh-CN': '保存服务商的密钥，从标准输入读取' },
  arguments: [{ name: 'NAME', required: true }],
  options: {
    store: {
      value: 'WHERE',
      choices: stores,
      help: {
        en: 'keychain (default), or file: readable by you alone, not encrypted',
        'zh-CN': 'keychain（默认），或 file：只有你能读，未加密',
      },
    },
  },
  async run(args, terminal) {
    const provider = args.positional(0) ?? ''
    const value = await readSecret(terminal, { en: `Key for ${provider}: `, 'zh-CN': `${provider} 的密钥：` })
    if (value === '') throw new AppError('usage.missing_argument', { params: { command: 'keys set', argument: 'KEY < stdin' } })
    return withHome(terminal, async ({ rpc }) => {
      const key = await rpc.keys.set({ provider, value, store: stores.find((store) => store === args.text('store')) ?? 'keychain' })
      await write(terminal.stdout, `${provider}  ${keyText(key)}\n`)
      return EXIT.ok
    })
  },
}

export const keysDelete: Command = {
  command: 'keys delete',
  summary: { en: "delete a provider's stored key", 'zh-CN': '删除保存的服务商密钥' },
  arguments: [{ name: 'NAME', required: true }],
  options: {},
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const name = args.positional(0) ?? ''
      const { deleted, problem } = await rpc.keys.delete({ provider: name })
      if (problem) terminal.stderr.write(describeError(problem, terminal.language))
      if (!deleted) throw new AppError('provider.key_not_stored', { params: { name } })
      return EXIT.ok
    }),
}

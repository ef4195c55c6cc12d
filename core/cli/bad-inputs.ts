import { join } from 'node:path'
import { expect } from 'vitest'

export const working = 'providers:\n  - name: demo\n    protocol: demo\n'
export const provider = (url: string): string =>
  `default_provider: fake\nproviders:\n  - name: fake\n    protocol: anthropic\n    base_url: ${url}\n    api_key: \${FAKE_KEY}\n    model: claude-sonnet-5-5\n    max_retries: 0\n`

interface Places {
  /** Holds the home folder, the person's own and the project. */
  readonly base: string
  readonly home: string
}

interface Case {
  name: string
  config?: string
  projectConfig?: string
  /** What to type. */
  argv: (at: Places) => string[]
  exit: number
  en: (at: Places) => string
  zh: (at: Places) => string
  out?: string
}

export const badInputs: readonly Case[] = [
  {
    name: 'broken YAML, checked',
    config: 'providers:\n  - name: fake\n   protocol: [unclosed\n',
    argv: () => ['config', 'check'],
    exit: 2,
    en: ({ home }) =>
      `config.invalid: ${home}/config.yaml, line 3, is not valid YAML: Sequence item without - indicator\n  Correct that line; until then the file is not used, and the rest of the configuration is.\n`,
    zh: ({ home }) =>
      `config.invalid: ${home}/config.yaml 第 3 行不是有效的 YAML：Sequence item without - indicator\n  改正这一行；在此之前不使用这个文件，其余配置照常生效。\n`,
  },
  {
    name: 'broken YAML of the user beside a project layer that works',
    config: 'providers: [\n',
    projectConfig: working,
    argv: () => ['run', '--trust', '--provider', 'demo', 'list the files'],
    exit: 0,
    en: ({ home }) => expect.stringContaining(`config.invalid: ${home}/config.yaml, line 1, is not valid YAML`),
    zh: ({ home }) => expect.stringContaining(`config.invalid: ${home}/config.yaml 第 1 行不是有效的 YAML`),
    out: 'anything',
  },
  {
    name: 'one bad entry beside a good one',
    config: `providers:\n  - name: bad\n    protocol: openai\n    modle: x\n  - name: demo\n    protocol: demo\n`,
    argv: () => ['run', '--provider', 'demo', 'list the files'],
    exit: 0,
    en: ({ home }) =>
      `config.entry_misspelled_key: ${home}/config.yaml, line 4: provider bad is left out, because it has an unknown key: modle.\n  Did you mean model? The other providers work.\n`,
    zh: () => expect.stringMatching(/^config\.entry_misspelled_key: .*config\.yaml 第 4 行：.*modle.*\n {2}是不是想写 model？.*\n$/),
    out: 'anything',
  },
  {
    name: 'a wrong key',
    config: 'SERVER',
    argv: () => ['run', 'hi'],
    exit: 1,
    en: () =>
      expect.stringMatching(
        /^provider\.auth: The key for fake was refused: .*\n {2}Set a valid key under Settings → Models & keys, or with `mewcode keys set fake`\.\n$/,
      ),
    zh: () => expect.stringMatching(/^provider\.auth: .*fake.*\n {2}.*`mewcode keys set fake`.*\n$/),
  },
  {
    name: 'a server that cannot be reached',
    config: provider('http://127.0.0.1:9'),
    argv: () => ['run', 'hi'],
    exit: 1,
    en: () =>
      expect.stringMatching(
        /^provider\.unreachable: fake cannot be reached: .*\n {2}Check the network, the proxy and the provider's address\.\n$/,
      ),
    zh: () => expect.stringMatching(/^provider\.unreachable: 连不上 fake：.*\n {2}检查网络、代理和这个服务商的地址。\n$/),
  },
  {
    name: 'a missing folder',
    config: working,
    argv: ({ base }) => ['run', '--project', join(base, 'nowhere'), '--provider', 'demo', 'hi'],
    exit: 2,
    en: ({ base }) => `project.missing: The folder ${base}/nowhere does not exist.\n  Check the path, or choose another folder.\n`,
    zh: ({ base }) => `project.missing: 文件夹 ${base}/nowhere 不存在。\n  检查路径，或者选别的文件夹。\n`,
  },
  {
    name: 'nothing configured',
    argv: () => ['run', 'hi'],
    exit: 2,
    en: () =>
      'provider.none_configured: No model is set up yet.\n  Add one under Settings → Models & keys or set ANTHROPIC_API_KEY or OPENAI_API_KEY; for the offline demo, choose it there, or make an entry with `protocol: demo` the `default_provider` of config.yaml.\n',
    zh: () =>
      'provider.none_configured: 还没有配置模型。\n  在“设置 → 模型与密钥”里添加，或者设置 ANTHROPIC_API_KEY 或 OPENAI_API_KEY；要用离线演示，就在那里选它，或者在 config.yaml 里加一项 `protocol: demo` 并设为 `default_provider`。\n',
  },
  {
    name: 'nothing usable because of broken YAML',
    config: 'providers: [\n',
    argv: () => ['run', 'hi'],
    exit: 2,
    en: () => expect.stringMatching(/^config\.invalid: .*line 1.*\n.*\nprovider\.none_configured: .*\n.*\n$/),
    zh: () => expect.stringMatching(/^config\.invalid: .*第 1 行.*\n.*\nprovider\.none_configured: .*\n.*\n$/),
  },
  {
    name: 'a home folder that cannot be one',
    argv: () => ['sessions', 'list'],
    config: 'IN THE WAY',
    exit: 2,
    en: ({ home }) =>
      `storage.home_unusable: The folder ${home} cannot be made or written.\n  Check its permissions, or set MEWCODE_HOME to another folder.\n`,
    zh: ({ home }) => `storage.home_unusable: 文件夹 ${home} 无法创建或写入。\n  检查它的权限，或把 MEWCODE_HOME 设为其他文件夹。\n`,
  },
  {
    name: 'a run that keeps nothing, where the home folder cannot be one',
    argv: () => ['run', '--no-save', '--trust', '--provider', 'demo', 'list the files'],
    config: 'IN THE WAY',
    projectConfig: working,
    exit: 0,
    en: () => '',
    zh: () => '',
    out: 'anything',
  },
  {
    name: 'a key to delete that is stored nowhere, without a keychain',
    config: working,
    argv: () => ['keys', 'delete', 'nobody'],
    exit: 2,
    en: () =>
      expect.stringMatching(
        /^(keychain\.unavailable: .*\n {2}.*\n)?provider\.key_not_stored: There is no stored key for nobody\.\n {2}See where each key is with `mewcode keys list`\.\n$/,
      ),
    zh: () =>
      expect.stringMatching(/^(keychain\.unavailable: .*\n {2}.*\n)?provider\.key_not_stored: 没有为 nobody 保存的密钥。\n {2}.*\n$/),
  },
  {
    name: "a folder's own provider that may not count yet",
    config: working,
    projectConfig: 'providers:\n  - { name: own, protocol: demo }\n',
    argv: () => ['config', 'check'],
    exit: 0,
    en: () =>
      expect.stringMatching(
        /^config\.untrusted: .*line 2: providers\.own is off, .*\n {2}Read the file, then trust it in the window, or for one run with `mewcode run --trust`\.\n$/,
      ),
    zh: () => expect.stringMatching(/^config\.untrusted: .*providers\.own.*\n {2}.*窗口.*`mewcode run --trust`.*\n$/),
  },
  {
    name: 'a session that is not there',
    config: working,
    argv: () => ['sessions', 'show', 'no-such'],
    exit: 2,
    en: () => 'session.not_found: There is no such session in this project.\n  Choose one from the list.\n',
    zh: () => expect.stringMatching(/^session\.not_found: .+\n {2}.+\n$/),
  },
]

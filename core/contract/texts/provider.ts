import type { ErrorTexts } from './types.ts'

export const providerTexts = {
  'provider.auth': {
    en: {
      what: 'The key for {provider} was refused: {detail}',
      fix: 'Set a valid key under Settings → Models & keys, or with `mewcode keys set {provider:shell}`.',
    },
    'zh-CN': {
      what: '{provider} 拒绝了这个密钥：{detail}',
      fix: '在「设置 → 模型与密钥」里换一个有效的密钥，或者运行 `mewcode keys set {provider:shell}`。',
    },
  },
  'provider.bad_request': {
    en: {
      what: '{provider} did not accept the request: {detail}',
      fix: 'Check the model and the address of this provider; the conversation is kept.',
    },
    'zh-CN': { what: '{provider} 不接受这个请求：{detail}', fix: '检查这个服务商的模型和地址；对话已保留。' },
  },
  'provider.billing': {
    en: {
      what: 'The account at {provider} has no credit left or has reached its limit: {detail}',
      fix: 'Add credit or raise the limit at the vendor, or choose another provider.',
    },
    'zh-CN': { what: '{provider} 的账户余额不足或已达上限：{detail}', fix: '到服务商处充值或提高上限，也可以换一个服务商。' },
  },
  'provider.cache_cold': {
    en: {
      what: 'Only {percent} % of this conversation came from the cache of {provider}, although nothing sent before has changed.',
      fix: 'Nothing to do here; the vendor kept less than usual, and the turn costs more.',
    },
    'zh-CN': {
      what: '这段对话只有 {percent}% 命中了 {provider} 的缓存，而之前发送的内容并没有变。',
      fix: '这边无需处理；服务商缓存得比平时少，这一轮会贵一些。',
    },
  },
  'provider.cache_expired': {
    en: {
      what: 'Only {percent} % of this conversation came from the cache of {provider}: a pause of {minutes} minutes was longer than it keeps it.',
      fix: 'Set cache_ttl: 1h in config.yaml where pauses are common.',
    },
    'zh-CN': {
      what: '这段对话只有 {percent}% 命中了 {provider} 的缓存：中间停了 {minutes} 分钟，缓存已过期。',
      fix: '经常停顿的话，在 config.yaml 里设 cache_ttl: 1h。',
    },
  },
  'provider.cache_switched': {
    en: {
      what: 'Only {percent} % of this conversation came from a cache, because the model changed on the way to {provider}.',
      fix: 'Stay with one model in a conversation where cost matters.',
    },
    'zh-CN': { what: '这段对话只有 {percent}% 命中缓存，因为中途换到了 {provider} 的模型。', fix: '在意费用时，一段对话里不换模型。' },
  },
  'provider.context_overflow': {
    en: {
      what: 'The conversation is longer than the model at {provider} can read: {detail}',
      fix: 'Start a new session, or choose a model with a larger window.',
    },
    'zh-CN': { what: '对话超出了 {provider} 上模型能读的长度：{detail}', fix: '新开一个会话，或者换一个窗口更大的模型。' },
  },
  'provider.dns': {
    en: { what: 'The name of {provider} is not known: {detail}', fix: 'Check the address for a slip, and the network or VPN.' },
    'zh-CN': { what: '找不到 {provider} 的主机名：{detail}', fix: '检查地址有没有写错，以及网络或 VPN。' },
  },
  'provider.key_command': {
    en: {
      what: 'The command {command} gave no key for {name}: {detail}',
      fix: 'Run the command in a terminal and correct api_key in config.yaml.',
    },
    'zh-CN': { what: '命令 {command} 没有给出 {name} 的密钥：{detail}', fix: '在终端里运行这条命令，改正 config.yaml 里的 api_key。' },
  },
  'provider.key_malformed': {
    en: {
      what: 'The key for {name} holds blanks, line breaks or characters no key has.',
      fix: "Copy it again from the provider's page and store it.",
    },
    'zh-CN': { what: '{name} 的密钥里有空格、换行或不该有的字符。', fix: '从服务商页面重新复制并保存。' },
  },
  'provider.key_missing': {
    en: {
      what: 'There is no key for {name}: {backend} has no entry {account}.',
      fix: 'Store one with `mewcode keys set {name:shell}` or in Settings → Models & keys.',
    },
    'zh-CN': {
      what: '没有 {name} 的密钥：{backend} 里没有 {account} 这一条。',
      fix: '用 `mewcode keys set {name:shell}` 保存，或者在“设置 → 模型与密钥”里添加。',
    },
  },
  'provider.key_not_stored': {
    en: { what: 'There is no stored key for {name}.', fix: 'See where each key is with `mewcode keys list`.' },
    'zh-CN': { what: '没有为 {name} 保存的密钥。', fix: '用 `mewcode keys list` 看每个密钥在哪里。' },
  },
  'provider.key_unused': {
    en: {
      what: 'A stored key for {name} would never be used, because {setting} comes first; nothing was stored.',
      fix: 'Give {name} an entry in config.yaml without `api_key`, then store the key again.',
    },
    'zh-CN': {
      what: '给 {name} 存的密钥用不上，因为 {setting} 优先；什么都没有保存。',
      fix: '在 config.yaml 里让 {name} 这一项不带 `api_key`，再存一次。',
    },
  },
  'provider.key_variable': {
    en: {
      what: 'The key for {name} comes from the environment variable {variable}, which is not set.',
      fix: 'Set {variable} and start MewCode again, or remove api_key and store the key with `mewcode keys set {name:shell}`.',
    },
    'zh-CN': {
      what: '{name} 的密钥来自环境变量 {variable}，但它没有设置。',
      fix: '设置 {variable} 后重新启动 MewCode，或者删掉 api_key，再用 `mewcode keys set {name:shell}` 保存密钥。',
    },
  },
  'provider.model_not_found': {
    en: {
      what: '{provider} does not have this model: {detail}',
      fix: 'Choose another model, or correct its name, its protocol or its address in Settings → Models & keys or config.yaml.',
    },
    'zh-CN': {
      what: '{provider} 没有这个模型：{detail}',
      fix: '换一个模型，或者在“设置 → 模型与密钥”或 config.yaml 里改正名称、协议或地址。',
    },
  },
  'provider.none_configured': {
    en: {
      what: 'No model is set up yet.',
      fix: 'Add one under Settings → Models & keys or set ANTHROPIC_API_KEY or OPENAI_API_KEY; for the offline demo, choose it there, or make an entry with `protocol: demo` the `default_provider` of config.yaml.',
    },
    'zh-CN': {
      what: '还没有配置模型。',
      fix: '在“设置 → 模型与密钥”里添加，或者设置 ANTHROPIC_API_KEY 或 OPENAI_API_KEY；要用离线演示，就在那里选它，或者在 config.yaml 里加一项 `protocol: demo` 并设为 `default_provider`。',
    },
  },
  'provider.not_found': {
    en: { what: 'There is no provider named {name}.', fix: 'Choose one that is set up, or add it to config.yaml.' },
    'zh-CN': { what: '没有名为 {name} 的服务商。', fix: '选一个已配置的，或者把它加进 config.yaml。' },
  },
  'provider.offline': {
    en: { what: 'The computer MewCode runs on has no network.', fix: 'The request is sent when it is back; models on that computer work.' },
    'zh-CN': { what: 'MewCode 所在的电脑没有网络。', fix: '网络恢复后会发送请求；那台电脑上的模型不受影响。' },
  },
  'provider.overloaded': {
    en: { what: '{provider} is overloaded: {detail}', fix: 'Send the message again in a minute, or choose another provider.' },
    'zh-CN': { what: '{provider} 负载过高：{detail}', fix: '过一分钟再发，或者换一个服务商。' },
  },
  'provider.protocol': {
    en: { what: 'The answer of {provider} cannot be read: {detail}', fix: 'Check the address and the protocol of this provider.' },
    'zh-CN': { what: '看不懂 {provider} 的回答：{detail}', fix: '检查这个服务商的地址和协议。' },
  },
  'provider.proxy': {
    en: {
      what: 'The proxy on the way to {provider} does not let it through: {detail}',
      fix: 'Check `proxy` in config.yaml, or HTTPS_PROXY and its password.',
    },
    'zh-CN': { what: '通往 {provider} 的代理不放行：{detail}', fix: '检查 config.yaml 里的 `proxy`，或者 HTTPS_PROXY 和它的密码。' },
  },
  'provider.rate_limited': {
    en: {
      what: '{provider} gets too many requests from this account: {detail}',
      fix: 'Wait a moment and send the message again, or choose another provider.',
    },
    'zh-CN': { what: '这个账户对 {provider} 的请求太多：{detail}', fix: '稍等片刻再发，或者换一个服务商。' },
  },
  'provider.refused': {
    en: {
      what: '{provider} refused to answer ({category}): {explanation}',
      fix: 'Put the request differently, start a new session, or choose another model.',
    },
    'zh-CN': { what: '{provider} 拒绝回答（{category}）：{explanation}', fix: '换个说法，新开一个会话，或者换一个模型。' },
  },
  'provider.region': {
    en: {
      what: '{provider} does not serve this country or region: {detail}',
      fix: 'Use a gateway that may be used here, or choose another provider.',
    },
    'zh-CN': { what: '{provider} 不向当前国家或地区提供服务：{detail}', fix: '改用这里可用的网关，或者换一个服务商。' },
  },
  'provider.resting': {
    en: {
      what: '{provider} failed five times within a minute and is left alone for {detail}.',
      fix: 'Wait, set a `fallback` for it in config.yaml, or choose another provider.',
    },
    'zh-CN': {
      what: '{provider} 一分钟内失败了五次，暂停 {detail}。',
      fix: '等一会儿，在 config.yaml 里给它设 `fallback`，或者换一个服务商。',
    },
  },
  'provider.schema_changed': {
    en: {
      what: '{provider} refuses the description of the tool {tool}; it gets a simpler one.',
      fix: 'Nothing to do; the tool works, but the model knows less about its arguments.',
    },
    'zh-CN': { what: '{provider} 不接受工具 {tool} 的参数描述，已改用简化版。', fix: '无需处理；工具能用，只是模型对参数了解得少一些。' },
  },
  'provider.server': {
    en: { what: '{provider} failed on its side: {detail}', fix: "Send the message again; if it stays, look at the vendor's status page." },
    'zh-CN': { what: '{provider} 那边出了故障：{detail}', fix: '再发一次；如果还是这样，看看服务商的状态页。' },
  },
  'provider.small_window': {
    en: {
      what: '{provider} has loaded {model} with a window of {window} tokens; longer conversations are cut without a word.',
      fix: 'Load it with 32768 or more: OLLAMA_CONTEXT_LENGTH=32768 for Ollama, the context length in the load settings of LM Studio.',
    },
    'zh-CN': {
      what: '{provider} 加载 {model} 时窗口只有 {window} 个 token，对话一长就会被悄悄截断。',
      fix: '用 32768 或更大的窗口加载：Ollama 设 OLLAMA_CONTEXT_LENGTH=32768，LM Studio 在加载设置里调上下文长度。',
    },
  },
  'provider.switched': {
    en: {
      what: '{provider} is out ({detail}); {fallback} with {model} goes on with this turn.',
      fix: 'Nothing to do; the next prompt tries {provider} again.',
    },
    'zh-CN': {
      what: '{provider} 不可用（{detail}），这一轮由 {fallback} 的 {model} 接着做。',
      fix: '无需处理；下一次提问会重新尝试 {provider}。',
    },
  },
  'provider.thinking_budget': {
    en: {
      what: 'thinking.budget of {name} is {budget}; it must be at least 1024 and below the {maxTokens} tokens an answer may have.',
      fix: 'Lower thinking.budget or raise max_tokens in config.yaml.',
    },
    'zh-CN': {
      what: '{name} 的 thinking.budget 是 {budget}；它至少要有 1024，并且小于回答上限 {maxTokens}。',
      fix: '在 config.yaml 里调低 thinking.budget，或者调高 max_tokens。',
    },
  },
  'provider.timeout': {
    en: {
      what: '{provider} did not answer in time: {detail}',
      fix: 'Send the message again; slow servers need longer `timeouts` in config.yaml.',
    },
    'zh-CN': { what: '{provider} 没有按时回答：{detail}', fix: '再发一次；服务器较慢时，在 config.yaml 里调大 `timeouts`。' },
  },
  'provider.tls': {
    en: {
      what: 'The certificate of {provider} is not trusted: {detail}',
      fix: "Set `ca_file` to your organisation's certificate in config.yaml; for a local server use http://.",
    },
    'zh-CN': { what: '{provider} 的证书不受信任：{detail}', fix: '在 config.yaml 里用 `ca_file` 指定单位的证书；本机服务器改用 http://。' },
  },
  'provider.truncated': {
    en: { what: 'The answer of {provider} broke off: {detail}', fix: 'Send the message again; what arrived is kept.' },
    'zh-CN': { what: '{provider} 的回答中断了：{detail}', fix: '再发一次；已收到的内容已保留。' },
  },
  'provider.unreachable': {
    en: { what: '{provider} cannot be reached: {detail}', fix: "Check the network, the proxy and the provider's address." },
    'zh-CN': { what: '连不上 {provider}：{detail}', fix: '检查网络、代理和这个服务商的地址。' },
  },
} as const satisfies ErrorTexts

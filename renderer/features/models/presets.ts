import type { Protocol } from '../../../core/contract/providers.ts'

/** What is known of a vendor or local server before anybody typed anything. All of it can be changed in the form. */
export interface Preset {
  readonly id: string
  readonly name: string
  readonly protocol: Exclude<Protocol, 'demo'>
  /** Empty: the protocol's own vendor. */
  readonly baseUrl: string
  /** An example to begin with; empty where only the server knows what it has. */
  readonly model: string
  /** Runs on this machine and asks for no key. */
  readonly local?: boolean
}

/** Addresses as the vendors' own pages give them; models as the model table knows them. Looked up 2026-11. */
export const presets: readonly Preset[] = [
  // platform.claude.com/docs
  { id: 'anthropic', name: 'Anthropic', protocol: 'anthropic', baseUrl: '', model: 'claude-sonnet-5-5' },
  // developers.openai.com/api
  { id: 'openai', name: 'OpenAI', protocol: 'openai-responses', baseUrl: '', model: 'gpt-5.4' },
  // api-docs.deepseek.com
  { id: 'deepseek', name: 'DeepSeek', protocol: 'openai', baseUrl: 'https://api.deepseek.com', model: 'deepseek-v4-pro' },
  // platform.kimi.ai/docs; keys of platform.moonshot.cn belong to https://api.moonshot.cn/v1
  { id: 'kimi', name: 'Kimi', protocol: 'openai', baseUrl: 'https://api.moonshot.ai/v1', model: 'kimi-k3' },
  // docs.z.ai; keys of open.bigmodel.cn belong to https://open.bigmodel.cn/api/paas/v4
  { id: 'glm', name: 'GLM', protocol: 'openai', baseUrl: 'https://api.z.ai/api/paas/v4', model: 'glm-5.2' },
  // alibabacloud.com/help/model-studio; keys of Beijing belong to https://dashscope.aliyuncs.com/compatible-mode/v1
  {
    id: 'qwen',
    name: 'Qwen',
    protocol: 'openai',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    model: 'qwen3.5-plus',
  },
  // openrouter.ai/docs
  { id: 'openrouter', name: 'OpenRouter', protocol: 'openai', baseUrl: 'https://openrouter.ai/api/v1', model: 'openrouter/auto' },
  // docs.ollama.com/api/openai-compatibility
  { id: 'ollama', name: 'Ollama', protocol: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', model: '', local: true },
  // lmstudio.ai/docs/developer
  { id: 'lmstudio', name: 'LM Studio', protocol: 'openai', baseUrl: 'http://127.0.0.1:1234/v1', model: '', local: true },
]

export function findPreset(id: string): Preset | undefined {
  return presets.find((preset) => preset.id === id)
}

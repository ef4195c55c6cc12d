import type { Environment } from './platform.ts'

/** Keys that model vendors' own tools read. A child process has no business with them. */
const VENDOR_KEYS: ReadonlySet<string> = new Set([
  'AI21_API_KEY',
  'AI_GATEWAY_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ARK_API_KEY',
  'AWS_BEARER_TOKEN_BEDROCK',
  'AZURE_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'CEREBRAS_API_KEY',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CODEX_API_KEY',
  'COHERE_API_KEY',
  'DASHSCOPE_API_KEY',
  'DEEPINFRA_API_KEY',
  'DEEPSEEK_API_KEY',
  'FIREWORKS_API_KEY',
  'GEMINI_API_KEY',
  'GLM_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GROQ_API_KEY',
  'HF_TOKEN',
  'HUGGINGFACE_API_KEY',
  'KIMI_API_KEY',
  'MINIMAX_API_KEY',
  'MISTRAL_API_KEY',
  'MOONSHOT_API_KEY',
  'NVIDIA_API_KEY',
  'OLLAMA_API_KEY',
  'OPENAI_API_KEY',
  'OPENAI_ADMIN_KEY',
  'OPENROUTER_API_KEY',
  'PERPLEXITY_API_KEY',
  'QWEN_API_KEY',
  'REPLICATE_API_TOKEN',
  'SILICONFLOW_API_KEY',
  'TOGETHER_API_KEY',
  'VOYAGE_API_KEY',
  'XAI_API_KEY',
  'ZAI_API_KEY',
  'ZHIPUAI_API_KEY',
  'ZHIPU_API_KEY',
])

/** `MEWCODE_*` that are part of the product's interface; the rest is between our own processes. */
const OWN_DOCUMENTED: ReadonlySet<string> = new Set(['MEWCODE_HOME', 'MEWCODE_LANG', 'MEWCODE_LOG'])

/** Nobody sits at the terminal: nothing may wait for a key press. */
const UNATTENDED: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  PAGER: 'cat',
  MANPAGER: 'cat',
  TERM: 'dumb',
}

export interface ChildEnvironmentInput {
  readonly env: Environment
  /** Every variable that a provider refers to. */
  readonly secretVariables: ReadonlySet<string>
  /** `shell.env_passthrough`: names the user wants children to have all the same. */
  readonly passthrough?: readonly string[]
}

/** The environment every child process gets: the person's, without secrets and without what steers our own host. */
export function childEnvironment({ env, secretVariables, passthrough = [] }: ChildEnvironmentInput): Record<string, string> {
  const secret = new Set([...VENDOR_KEYS, ...secretVariables].map(canonical))
  const wanted = new Set(passthrough.map(canonical))
  const child: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue
    const key = canonical(name)
    if (wanted.has(key) || !(secret.has(key) || steersHost(key))) child[name] = value
  }
  return { ...child, ...UNATTENDED, ...gitGuards(child) }
}

/**
 * What a repository's own configuration would run on a look at it: a monitor of its files, and a bare repository that lies
 * inside the folder. Given behind what the person's environment says already.
 */
function gitGuards(child: Readonly<Record<string, string>>): Record<string, string> {
  const given = Number(child['GIT_CONFIG_COUNT'] ?? 0)
  const first = Number.isSafeInteger(given) && given > 0 ? given : 0
  const guards = [
    ['core.fsmonitor', ''],
    ['safe.bareRepository', 'explicit'],
  ] as const
  const pairs = guards.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ])
  return { GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_COUNT: String(first + guards.length), ...Object.fromEntries(pairs) }
}

function steersHost(key: string): boolean {
  if (key.startsWith('MEWCODE_')) return !OWN_DOCUMENTED.has(key)
  return key.startsWith('ELECTRON_') || key === 'NODE_OPTIONS'
}

/** Windows does not tell `Path` from `PATH`. */
function canonical(name: string): string {
  return process.platform === 'win32' ? name.toUpperCase() : name
}

/** What people write behind a fence and files end with → the grammar's name. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'bash sh shell zsh console',
    c: 'c h cpp c++ cc cxx hpp',
    csharp: 'csharp c# cs',
    css: 'css scss less',
    dockerfile: 'dockerfile docker',
    go: 'go golang',
    html: 'html htm',
    ini: 'ini conf properties',
    java: 'java',
    javascript: 'javascript js mjs cjs',
    json: 'json jsonc json5 jsonl',
    kotlin: 'kotlin kt kts',
    lua: 'lua',
    markdown: 'markdown md',
    php: 'php',
    python: 'python py pyi',
    ruby: 'ruby rb',
    rust: 'rust rs',
    sql: 'sql',
    swift: 'swift',
    toml: 'toml',
    tsx: 'tsx jsx',
    typescript: 'typescript ts mts cts',
    vue: 'vue',
    xml: 'xml svg',
    yaml: 'yaml yml',
  }).flatMap(([grammar, names]) => names.split(' ').map((name): [string, string] => [name, grammar])),
)

/** The grammar behind what stands after a fence (`ts`, `ts src/a.ts`); undefined: none we have. */
export function languageOfFence(info: string): string | undefined {
  const [first = ''] = info
    .trim()
    .toLowerCase()
    .split(/[\s:{]/)
  return NAMES.get(first)
}

/** The grammar of a file by its name. */
export function languageOfFile(path: string): string | undefined {
  const name = (path.split('/').at(-1) ?? '').toLowerCase()
  return NAMES.get(name) ?? NAMES.get(name.split('.').at(-1) ?? '')
}

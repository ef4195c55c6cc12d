import type { ModelStep } from '../../core/testing/model-server/index.ts'
import type { Language } from './screen.ts'

export const planningWords = {
  en: {
    prompt: 'Keep parcels over a restart.',
    queued: ['Then write a changelog entry.', 'And say in the README where the file lies.'],
    find: 'SQLite',
    held: ['The store is in place: ', 'every parcel is written once. '],
    summary: 'Parcels are kept in **SQLite** now (`src/store.js`). Open: the changelog entry and the README.',
    describe: 'Watch the database file',
    header: 'Storage',
    question: 'Where should parcels be kept?',
    options: [
      { label: 'SQLite', description: 'One file beside the service, nothing to run.' },
      { label: 'PostgreSQL', description: 'A server of its own; several services may read it.' },
    ],
    checks: { header: 'Checks', text: 'What must pass before the change counts?', options: [{ label: 'Tests' }, { label: 'Load test' }] },
    plan: '## Keep parcels over a restart\n\n1. Add `src/store.js` with one table, `parcels`\n2. Read it at start, write on every change\n3. Test a restart in the middle of a write\n\nNothing of the carriers changes.',
    title: 'Times are UTC',
    text: 'Carriers answer in local time. Convert at the edge, keep UTC inside.',
  },
  'zh-CN': {
    prompt: '重启之后包裹不能丢。',
    queued: ['然后写一条更新日志。', '再在 README 里说明文件放在哪里。'],
    find: '重启',
    held: ['存储已经加好：', '每个包裹只写一次。'],
    summary: '包裹现在存进 **SQLite**（`src/store.js`）。还没做：更新日志和 README。',
    describe: '盯着数据库文件',
    header: '存储',
    question: '包裹存在哪里？',
    options: [
      { label: 'SQLite', description: '服务旁边的一个文件，不用另外运行什么。' },
      { label: 'PostgreSQL', description: '单独的服务器，别的服务也能读。' },
    ],
    checks: { header: '检查', text: '改完要通过什么？', options: [{ label: '测试' }, { label: '压力测试' }] },
    plan: '## 重启之后包裹不丢\n\n1. 加 `src/store.js`，只有一张表 `parcels`\n2. 启动时读，每次改动都写\n3. 测试写到一半时重启\n\n承运商的代码不动。',
    title: '时间一律用 UTC',
    text: '承运商返回的是当地时间，进来就换成 UTC。',
  },
} as const satisfies Record<Language, unknown>

export function planningFiles(language: Language): Record<string, string> {
  const words = planningWords[language]
  return {
    '.git/HEAD': 'ref: refs/heads/feat/keep-parcels\n',
    '.git/config': '[core]\n\tfsmonitor = ./tools/watch.sh\n',
    '.mewcode/settings.yaml': 'permissions:\n  allow:\n    - Bash(make:*)\n    - Bash(npm run *)\n',
    '.mewcode/commands/release.md': '---\ndescription: Prepare a release\nargument-hint: <version>\n---\n\nPrepare release $1.\n',
    '.mewcode/memory/project_knowledge_utc.md': `---\ntype: project_knowledge\ntitle: ${words.title}\n---\n\n${words.text}\n`,
    '.mewcode/memory/correction_feedback_style.md':
      '---\ntype: correction_feedback\ntitle: No default exports\n---\n\nNamed exports only.\n',
    'src/server.js': 'export const port = 8080\n',
    'src/parcels.js': 'export const parcels = new Map()\n',
    'src/carriers/dhl.js': 'export const book = () => undefined\n',
    'watch.mjs': "console.log('watching parcels.db')\nsetInterval(() => undefined, 1000)\n",
  }
}

/** The model's part: it asks, plans, watches, and stays in the middle of an answer until `letGo`. */
export function planningScript(language: Language): { script: readonly ModelStep[]; letGo: () => void } {
  const words = planningWords[language]
  const gate = Promise.withResolvers<void>()
  const questions = [
    { header: words.header, text: words.question, options: words.options },
    { ...words.checks, multiSelect: true },
  ]
  const long = 'export const parcels = new Map()\n'.repeat(700)
  const script: readonly ModelStep[] = [
    { calls: [{ name: 'ask_user', input: { questions } }] },
    { calls: [{ name: 'exit_plan', input: { plan: words.plan } }] },
    {
      calls: [
        { name: 'write_file', input: { path: 'src/store.js', content: long } },
        { name: 'bash', input: { command: 'node watch.mjs', background: true, description: words.describe } },
        { name: 'bash', input: { command: 'git push origin main' } },
      ],
    },
    { pieces: words.held, before: (event) => (event === 4 ? gate.promise : undefined) },
    { text: 'CHANGELOG.md' },
    { text: 'README.md' },
    { text: `<summary>${words.summary}</summary>`, newEpoch: true },
  ]
  return { script: script.map((step, n) => ({ ...step, usage: used(n) })), letGo: () => gate.resolve() }
}

/** Most of each request was in the request before. */
function used(request: number): ModelStep['usage'] {
  return request === 0 ? { input: 5_200, output: 90 } : { input: 1_400, output: 90, cacheRead: 3_800 + 1_400 * request }
}

import type { ModelStep } from '../core/testing/model-server/index.ts'

export type Language = 'en' | 'zh'

/** What is looked for and typed, in the window's language. */
export const sceneWords = {
  en: {
    writable: 'Own folder writable',
    setUp: 'Set up',
    openFolder: /^Open folder/,
    empty: 'What should change in parcel-api?',
    newSession: 'New session',
    otherPrompt: 'Which labels are printed twice?',
    prompt: 'The carrier now answers 429 with a Retry-After header. Honour it instead of our fixed backoff, and keep the five-try limit.',
    againPrompt: 'Now write a changelog entry for it.',
    change: 'Change',
    command: 'Command',
    once: 'Run once',
    models: 'Models & keys',
    appearance: 'Appearance',
  },
  zh: {
    writable: '数据目录可写',
    setUp: '填写地址',
    openFolder: /^打开文件夹/,
    empty: '想在 parcel-api 里改点什么？',
    newSession: '新会话',
    otherPrompt: '哪些标签会重复打印？',
    prompt: '承运商现在会返回带 Retry-After 的 429。按这个头等待，不再用固定的退避时间，最多还是试五次。',
    againPrompt: '再给它写一条更新日志。',
    change: '改动',
    command: '命令',
    once: '只这一次',
    models: '模型与密钥',
    appearance: '外观与语言',
  },
} as const

const RETRY = `import { sleep } from './sleep.js'

const TRIES = 5
const BASE_MS = 500

export async function withRetry(send) {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const res = await send()
    if (res.status !== 429) return res
    await sleep(BASE_MS * 2 ** attempt)
  }
  throw new Error('carrier is busy')
}
`

const TESTS = `import { test } from 'node:test'
import { equal, rejects } from 'node:assert/strict'
import { withRetry } from '../src/carriers/retry.js'

test('answers anything but 429 at once', async () => {
  equal((await withRetry(async () => ({ status: 200 }))).status, 200)
})
test('passes the carrier\\'s own error on', async () => {
  await rejects(withRetry(async () => { throw new Error('no route') }), /no route/)
})
`

export const sceneFiles = {
  '.git/HEAD': 'ref: refs/heads/fix/retry-after\n',
  'package.json': '{ "name": "parcel-api", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/carriers/retry.js': RETRY,
  'src/carriers/sleep.js': 'export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))\n',
  'src/carriers/dhl.js':
    "import { withRetry } from './retry.js'\n\nexport const book = (parcel) => withRetry(() => post('/shipments', parcel))\n",
  'src/carriers/ups.js':
    "import { withRetry } from './retry.js'\n\nexport const book = (parcel) => withRetry(() => post('/ship', parcel))\n",
  'test/retry.test.js': TESTS,
  'README.md': '# parcel-api\n',
}

const said = {
  en: {
    other: 'None. `printLabel` checks the order number first.',
    look: 'I will look at how retries work today.',
    found: 'All carriers go through `withRetry`. I will read the header there and fall back to the backoff when it is missing.',
    tests: 'Now the tests.',
    end: [
      'The wait now comes from the carrier:\n\n',
      '| header | wait |\n|---|---|\n| `Retry-After: 12` | 12 s |\n| a date | until then, at most 60 s |\n| none | backoff as before |\n\n',
      'The five-try limit is unchanged. I am adding a test for ',
      'the date form.',
    ],
    todos: ['Find where retries wait', 'Honour Retry-After', 'Run the tests', 'Add a test for the date form'],
  },
  zh: {
    other: '没有。`printLabel` 会先检查订单号。',
    look: '先看看现在的重试是怎么写的。',
    found: '所有承运商都走 `withRetry`。我在那里读这个头，没有时再用原来的退避时间。',
    tests: '接下来跑测试。',
    end: [
      '现在等多久由承运商决定：\n\n',
      '| 响应头 | 等待 |\n|---|---|\n| `Retry-After: 12` | 12 秒 |\n| 日期 | 等到那时，最多 60 秒 |\n| 没有 | 和以前一样退避 |\n\n',
      '最多五次的限制没变。正在为',
      '日期写法补一个测试。',
    ],
    todos: ['找到重试等待的地方', '按 Retry-After 等待', '跑测试', '为日期写法补测试'],
  },
} as const

/** The model's part of the pictures: two sessions, the second held in the middle of its answer until `letGo`. */
export function sceneScript(language: Language): { script: readonly ModelStep[]; shownPiece: string; letGo: () => void } {
  const words = said[language]
  const gate = Promise.withResolvers<void>()
  const todos = (done: number): unknown =>
    words.todos.map((content, index) => ({
      content,
      activeForm: content,
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    }))
  const script: readonly ModelStep[] = [
    { text: words.other },
    {
      thinking: 'Retries first, then the tests.',
      text: words.look,
      calls: [
        { name: 'grep', input: { pattern: 'withRetry', output_mode: 'content' } },
        { name: 'read_file', input: { path: 'src/carriers/retry.js' } },
        { name: 'todo_write', input: { items: todos(1) } },
      ],
    },
    {
      text: words.found,
      calls: [
        {
          name: 'edit_file',
          input: {
            path: 'src/carriers/retry.js',
            old_string: '    await sleep(BASE_MS * 2 ** attempt)\n',
            new_string: "    await sleep(retryAfterMs(res.headers.get('retry-after')) ?? BASE_MS * 2 ** attempt)\n",
          },
        },
      ],
    },
    { text: words.tests, calls: [{ name: 'bash', input: { command: 'npm test --silent' } }] },
    { calls: [{ name: 'todo_write', input: { items: todos(3) } }] },
    // The last piece waits: the picture shows an answer that is being written.
    {
      pieces: words.end,
      before: (event) => (event === 6 ? gate.promise : undefined),
      usage: { input: 41_200, output: 900, cacheRead: 38_000 },
    },
    { status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } },
  ]
  return { script, shownPiece: words.end[2].trim(), letGo: () => gate.resolve() }
}

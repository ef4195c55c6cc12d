import type { Language } from './screen.ts'

const LEASE = `export class Lease {
  constructor(db, queue) {
    this.db = db
    this.queue = queue
  }

  async ack(rows) {
    const ids = rows.map((row) => row.id)
    return this.db.markDone(ids)
  }

  async startRenewal(claim) {
    await this.renew(claim) // between batches only
  }
}
`

const DISPATCHER = `import { send } from './send.js'

export async function dispatch(queue) {
  const batch = await queue.claimBatch({ size: 50, leaseMs: 30_000 })
  await Promise.all(batch.map(send)) // may outlive the lease
  await queue.ack(batch)
  await queue.releaseLease(batch.id)
}
`

/** Prints what a test run prints, and stays until the file \`go\` is there: the picture shows a command at work. */
const TESTS = `import { existsSync } from 'node:fs'
console.log('✓ test/queue/lease.test.js (14 tests) 212 ms')
console.log('✓ test/webhooks/retry.test.js (9 tests) 1.31 s')
console.log('❯ test/webhooks/drain.test.js 3 of 6')
setInterval(() => existsSync('go') && process.exit(0), 100)
`

export const webhookFiles = {
  'package.json':
    '{ "name": "parcel-api", "type": "module", "scripts": { "test": "node test/run.mjs", "build": "node --check src/queue/lease.js" } }\n',
  'src/queue/lease.js': LEASE,
  'src/queue/clock.js': 'export const now = () => Date.now()\n',
  'src/webhooks/dispatcher.js': DISPATCHER,
  'src/webhooks/send.js': 'export const send = async (row) => row\n',
  'test/run.mjs': TESTS,
  'migrations/0042_lease_epoch.sql': 'alter table deliveries add column epoch integer not null default 0;\n',
  'README.md': '# parcel-api\n',
}

export const webhookWords = {
  en: {
    other: 'Which labels are printed twice?',
    otherAnswer: 'None. `printLabel` checks the order number first.',
    prompt: 'After last night’s deploy some customers got the same webhook twice. Find the cause and fix it; keep the retry tests green.',
    found:
      'Found it. A batch is claimed for 30 s, but **the lease is renewed only between batches**. Shutdown waits up to 45 s, so the lease runs out and the new worker claims the same rows:\n\n```js\nconst batch = await queue.claimBatch({ size: 50, leaseMs: 30_000 })\nawait Promise.all(batch.map(send)) // may outlive the lease\nawait queue.ack(batch)\n```\n',
    explore: 'Check every caller of ack()',
    callers: 'One caller of ack(): `dispatch` in src/webhooks/dispatcher.js. It ignores the result.',
    todos: [
      'Reproduce from the export',
      'Find where the lease is lost',
      'Refuse ack for rows that moved on',
      'Renew the lease while sending',
      'Add a 45 s shutdown test',
    ],
    end: [
      'The cause is closed on both sides: rows whose lease moved on can no longer be acknowledged, and a busy worker keeps its lease.\n\n',
      '| Case | Before | Now |\n|---|---|---|\n| 45 s shutdown, 50 open requests | 31 sent twice | 0 |\n| Worker killed mid-batch | 12 sent twice | 0, 12 retried |\n\n',
      'One thing is left for you to decide: rows lost to another worker are now counted in `lost`, but nothing',
    ],
    draft: 'Also make sure @src/queue/clock.js survives a clock that jumps back',
    migrate:
      '`epoch` is a new column, so staging needs the migration before I can replay the export. I clear the cached leases first so no worker holds an old one.',
    reason: 'Empty the table with SQL instead of deleting the cache folder',
    done: 'Understood: the table is emptied with SQL.',
    again: 'Now write a changelog entry for it.',
    comment: 'Say why the old worker may still hold the row.',
    later: 'Is the retry limit still five?',
  },
  'zh-CN': {
    other: '哪些标签会重复打印？',
    otherAnswer: '没有。`printLabel` 会先检查订单号。',
    prompt: '昨晚发布之后，有些客户同一个 webhook 收到了两次。找出原因并修好，重试的测试要保持通过。',
    found:
      '找到了。一批任务认领 30 秒，但**租约只在两批之间续期**。关闭时最多等 45 秒，租约先过期，新的 worker 又认领了同样的行：\n\n```js\nconst batch = await queue.claimBatch({ size: 50, leaseMs: 30_000 })\nawait Promise.all(batch.map(send)) // may outlive the lease\nawait queue.ack(batch)\n```\n',
    explore: '检查 ack() 的每个调用方',
    callers: 'ack() 只有一个调用方：src/webhooks/dispatcher.js 里的 `dispatch`，它忽略了返回值。',
    todos: ['用导出的数据重现', '找到租约丢失的地方', '行已经换手就拒绝 ack', '发送途中续租约', '补一个 45 秒关闭的测试'],
    end: [
      '两头都堵住了：租约已经换手的行不能再确认，忙着的 worker 也会保住自己的租约。\n\n',
      '| 情形 | 之前 | 现在 |\n|---|---|---|\n| 45 秒关闭，50 个未完成请求 | 重复发送 31 次 | 0 |\n| worker 中途被杀 | 重复发送 12 次 | 0，重试 12 次 |\n\n',
      '还有一件事要你决定：被别的 worker 拿走的行现在记在 `lost` 里，但还没有',
    ],
    draft: '还要确认 @src/queue/clock.js 在时钟回拨时也没问题',
    migrate: '`epoch` 是新的一列，重放导出之前，预发环境要先迁移。我先清掉缓存的租约，免得哪个 worker 还拿着旧的。',
    reason: '用 SQL 清空表，不要删缓存目录',
    done: '明白：用 SQL 清空表。',
    again: '再给它写一条更新日志。',
    comment: '说明一下旧 worker 为什么还可能拿着这一行。',
    later: '重试上限还是五次吗？',
  },
} as const satisfies Record<Language, unknown>

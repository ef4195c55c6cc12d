import type { ModelStep } from '../../core/testing/model-server/index.ts'
import type { Language } from './screen.ts'
import { webhookWords } from './webhooks-files.ts'

const COMMAND =
  'npm run build && rm -rf "$CACHE_DIR"/leases && psql "$DATABASE_URL" -f migrations/0042_lease_epoch.sql | tee logs/migrate.log'

/** The model's part of the main pictures: a short session, then a long turn that is held in its prose, is refused a command, and fails. */
export function webhookScript(language: Language): { script: readonly ModelStep[]; letGo: () => void } {
  const words = webhookWords[language]
  const gate = Promise.withResolvers<void>()
  const todos = (done: number) => ({
    name: 'todo_write',
    input: {
      items: words.todos.map((content, index) => ({
        content,
        activeForm: content,
        status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
      })),
    },
  })
  const script: readonly ModelStep[] = [
    { text: words.otherAnswer },
    {
      thinking: 'The export first, then who renews the lease.',
      calls: [
        { name: 'read_file', input: { path: 'src/webhooks/dispatcher.js' } },
        { name: 'read_file', input: { path: 'src/queue/lease.js' } },
        { name: 'grep', input: { pattern: 'renew|releaseLease', output_mode: 'content' } },
        todos(2),
      ],
    },
    {
      text: words.found,
      calls: [
        {
          name: 'edit_file',
          input: {
            path: 'src/queue/lease.js',
            old_string: '    const ids = rows.map((row) => row.id)\n    return this.db.markDone(ids)\n',
            new_string:
              '    const held = rows.map((row) => [row.id, row.epoch])\n    const done = await this.db.markDoneIfHeld(held)\n    return { done, lost: rows.length - done.length }\n',
          },
        },
      ],
    },
    { calls: [{ name: 'agent', input: { subagent_type: 'Explore', description: words.explore, prompt: words.explore } }] },
    { newEpoch: true, calls: [{ name: 'grep', input: { pattern: '\\.ack\\(', output_mode: 'content' } }] },
    { text: words.callers },
    { newEpoch: true, calls: [todos(3), { name: 'bash', input: { command: 'npm test -- webhooks queue', timeout: 600_000 } }] },
    // The last piece waits: the picture shows an answer that is being written.
    {
      pieces: words.end,
      before: (event) => (event === 6 ? gate.promise : undefined),
      usage: { input: 41_200, output: 900, cacheRead: 38_000 },
      calls: [{ name: 'bash', input: { command: COMMAND } }],
    },
    { text: words.done },
    { status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } },
    {
      status: 429,
      headers: { 'retry-after': '55' },
      body: { type: 'error', error: { type: 'rate_limit_error', message: 'Number of requests has exceeded your limit' } },
    },
  ]
  return { script, letGo: () => gate.resolve() }
}

import type { RpcClient } from '../contract/index.ts'
import { AppError } from '../contract/errors.ts'
import { TaskStatus, type Task } from '../contract/tasks.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import type { Host } from './host.ts'
import { resolve } from 'node:path'
import { table, write, writeJson, writeList } from './output.ts'
import { describeError } from './report.ts'
import { withEverything, withProject } from './with-host.ts'

const id = [{ name: 'ID|NAME', required: true }] as const

export const tasksList: Command = {
  command: 'tasks list',
  summary: { en: 'list the cards of the board', 'zh-CN': '列出看板上的卡片' },
  arguments: [],
  options: {
    ...projectOption,
    status: {
      value: 'STATUS',
      choices: TaskStatus.options,
      repeatable: true,
      help: { en: 'only these; repeatable', 'zh-CN': '只列出这些状态；可多次使用' },
    },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const statuses = TaskStatus.options.filter((status) => args.list('status').includes(status))
      const tasks = await rpc.tasks.list(statuses.length > 0 ? { statuses } : {})
      if (args.flag('json')) await writeJson(terminal.stdout, tasks.map(toJson))
      else
        await writeList(
          terminal,
          tasks.map((task) => [task.id, task.status, task.facts?.agent ?? '', task.subject]),
        )
      return EXIT.ok
    }),
}

export const tasksGet: Command = {
  command: 'tasks get',
  summary: { en: 'print a card', 'zh-CN': '显示一张卡片' },
  arguments: id,
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { runs, journal, ...task } = await rpc.tasks.get({ id: args.positional(0) ?? '' })
      const { stdout } = terminal
      if (args.flag('json')) await writeJson(stdout, { ...toJson(task), description: task.description, runs, journal })
      else await write(stdout, `${table([[task.id, task.status, task.facts?.agent ?? '', task.subject]])}${said(task, terminal)}`)
      return EXIT.ok
    }),
}

export const tasksCreate: Command = {
  command: 'tasks create',
  summary: { en: 'make a card; with --agent do the work now', 'zh-CN': '新建卡片；加 --agent 立即执行' },
  arguments: [{ name: 'SUBJECT', required: true }],
  windsUp: true,
  options: {
    ...projectOption,
    prompt: { value: 'TEXT', help: { en: 'what is to be done, in full', 'zh-CN': '要做的事，写完整' } },
    agent: {
      value: 'NAME',
      help: { en: 'who does it, now or when what it waits for is done', 'zh-CN': '由谁执行；立即开始，或在所等的卡片完成后开始' },
    },
    model: { value: 'ID', help: { en: 'a model for it', 'zh-CN': '使用的模型' } },
    worktree: { help: { en: 'in a git worktree of its own', 'zh-CN': '在单独的 git 工作树里执行' } },
    'blocked-by': { value: 'ID', repeatable: true, help: { en: 'waits for that card; repeatable', 'zh-CN': '等那张卡片；可多次使用' } },
    ...jsonOption,
  },
  run: (args, terminal) =>
    atWork(args, terminal, (rpc) =>
      rpc.tasks.create({
        subject: args.positional(0) ?? '',
        description: args.text('prompt') ?? '',
        agent: args.text('agent'),
        model: args.text('model'),
        ...(args.flag('worktree') && { worktree: true }),
        blockedBy: [...args.list('blocked-by')],
      }),
    ),
}

export const tasksResume: Command = {
  command: 'tasks resume',
  summary: { en: 'go on with an interrupted or ended card', 'zh-CN': '继续中断或已结束的卡片' },
  arguments: id,
  windsUp: true,
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) => atWork(args, terminal, (rpc) => rpc.tasks.resume({ id: args.positional(0) ?? '' })),
}

export const tasksSend: Command = {
  command: 'tasks send',
  summary: { en: 'say something to an agent; an ended one goes on', 'zh-CN': '给 agent 发消息；已结束的会继续' },
  arguments: [...id, { name: 'TEXT', required: true }],
  windsUp: true,
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    atWork(args, terminal, async (rpc) => {
      const { status, task } = await rpc.tasks.send({ id: args.positional(0) ?? '', text: args.positional(1) ?? '' })
      return status === 'resumed' ? task : { ...task, isElsewhere: true }
    }),
}

export const tasksStop: Command = {
  command: 'tasks stop',
  summary: { en: 'stop an agent and all it started', 'zh-CN': '停止一个 agent 和它启动的全部' },
  arguments: id,
  options: {
    ...projectOption,
    children: { help: { en: 'only what it started', 'zh-CN': '只停止它启动的' } },
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      await rpc.tasks.stop({ id: args.positional(0) ?? '', scope: args.flag('children') ? 'children' : 'task' })
      return EXIT.ok
    }),
}

const RESTING: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['todo', 'completed', 'failed', 'cancelled', 'interrupted'])

/** Stays until the card is at rest: its agent lives in this process. */
function atWork(
  args: Parameters<Command['run']>[0],
  terminal: Terminal,
  begin: (rpc: RpcClient) => Promise<Task & { isElsewhere?: boolean }>,
): Promise<number> {
  return withEverything(terminal, async (host) => {
    const { rpc } = await host.openProject(resolve(terminal.cwd, args.text('project') ?? '.'))
    const { isElsewhere = false, ...begun } = await begin(rpc)
    const task = isElsewhere ? begun : await untilAtRest(host, rpc, { task: begun, interrupted: terminal.interrupted })
    if (args.flag('json')) await writeJson(terminal.stdout, toJson(task))
    else await write(terminal.stdout, said(task, terminal) || `${task.id} ${task.status}\n`)
    if (terminal.interrupted.aborted) return Number(terminal.interrupted.reason)
    return task.status === 'failed' || task.status === 'cancelled' ? EXIT.failed : EXIT.ok
  })
}

function untilAtRest(host: Host, rpc: RpcClient, { task, interrupted }: { task: Task; interrupted: AbortSignal }): Promise<Task> {
  return new Promise((resolve, reject) => {
    const look = (): void =>
      void rpc.tasks.get({ id: task.id }).then(
        async (now) => {
          if (!RESTING.has(now.status)) return
          // What begins by itself after it begins in this process.
          const next = await Promise.all(now.blocks.map((id) => rpc.tasks.get({ id })))
          if (next.every((one) => RESTING.has(one.status))) resolve(now)
        },
        (error: unknown) => reject(error instanceof Error ? error : new AppError('task.not_found', { params: { id: task.id } })),
      )
    host.onEvent((event) => event.type === 'tasks.changed' && look())
    interrupted.addEventListener('abort', () => resolve(task), { once: true })
    look()
  })
}

function said({ facts }: Task, { language }: Terminal): string {
  if (!facts) return ''
  const trouble = facts.error ? describeError(facts.error, language) : ''
  return `${facts.result === '' ? '' : `${facts.result.replace(/\n$/, '')}\n`}${trouble}`
}

function toJson({ id: taskId, name, subject, status, owner, blockedBy, facts, worktree, plan, createdAt, updatedAt }: Task) {
  const { agent = null, toolCount = 0, usage = null, result = '', error = null, outputFile = null } = facts ?? {}
  const run = { agent, toolCount, usage, result, error, outputFile, worktree }
  return { id: taskId, name, subject, status, owner, blockedBy, plan, ...run, createdAt, updatedAt }
}

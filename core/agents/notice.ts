import type { Task } from '../contract/tasks.ts'
import { neutral } from './report.ts'
import { worktreeNote } from './worktree-life.ts'

/** The end of a background run, as its conversation's model reads it. `id` tells one end from another. */
export function noticeText(task: Task, id: string): string {
  const { facts } = task
  const lines = [
    `<task-notification id="${id}">`,
    `<task_id>${task.id}</task_id>`,
    ...(task.name === '' ? [] : [`<name>${neutral(task.name)}</name>`]),
    `<description>${neutral(task.subject)}</description>`,
    `<status>${task.status}</status>`,
    ...(facts?.error ? [`<error>${neutral(facts.error.message)}</error>`] : []),
    ...(facts && facts.result !== '' ? [`<result>\n${facts.result}\n</result>`] : []),
    ...(facts?.outputFile ? [`<output_file>${facts.outputFile}</output_file>`] : []),
    ...(task.worktree?.state === 'changed' ? [`<worktree>${worktreeNote(task.worktree)}</worktree>`] : []),
    '</task-notification>',
  ]
  return lines.join('\n')
}

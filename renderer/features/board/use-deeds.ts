import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Task } from '../../../core/contract/tasks.ts'
import { useAttempt } from '../../stores/attempt.ts'
import { useBoardStore } from '../../stores/board.ts'
import { useTasksStore } from '../../stores/tasks.ts'
import type { Deed } from './columns.ts'

/** For a card that nobody has taken. */
const ANYBODY = 'general-purpose'

/** Carries out what a person does with cards; what cannot be taken back is asked for once more. */
export function useDeeds() {
  const { t } = useI18n()
  const board = useBoardStore()
  const tasks = useTasksStore()
  const attempt = useAttempt()
  /** What was done last, in words. */
  const said = shallowRef('')
  /** Files that kept a merge from being made. */
  const conflicts = shallowRef<readonly string[]>([])
  const asked = shallowRef<{ readonly task: Task; readonly verb: 'discard' | 'remove' }>()

  async function carryOut(task: Task, { verb, agent }: Deed): Promise<void> {
    if (verb === 'open') return board.open(task.id)
    if (verb === 'discard' || verb === 'remove') return void (asked.value = { task, verb })
    conflicts.value = []
    const isDone = await attempt.run(async () => {
      if (verb === 'merge') conflicts.value = await tasks.merge(task.id)
      else if (verb === 'start') await tasks.start(task.id, agent ?? (task.owner || ANYBODY))
      else if (verb === 'resume') await tasks.resume(task.id)
      else await tasks.stop(task.id, verb === 'stop' ? 'task' : 'children')
    })
    if (isDone && conflicts.value.length === 0) said.value = t(`board.done.${verb}`, { subject: task.subject })
  }

  async function confirm(): Promise<void> {
    const one = asked.value
    asked.value = undefined
    if (!one) return
    const isDone = await attempt.run(() => tasks[one.verb](one.task.id))
    if (!isDone) return
    said.value = t(`board.done.${one.verb}`, { subject: one.task.subject })
    if (one.verb === 'remove' && board.chosenId === one.task.id) board.open()
  }

  return { said, conflicts, asked, error: attempt.error, carryOut, confirm }
}

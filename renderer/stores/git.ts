import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { GitStatus } from '../../core/contract/git.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAttempt } from './attempt.ts'
import { useSessionViewStore } from './session-view.ts'

/** The repository of the window's project: what changed in it, and what goes into the next commit. */
export const useGitStore = defineStore('git', () => {
  const { client, onEvent, onState } = useConnection()
  const sessionView = useSessionViewStore()
  const status = shallowRef<GitStatus>()
  const error = shallowRef<WireError>()
  const message = shallowRef('')
  /** What was done last, for a line that says so. */
  const done = shallowRef<{ kind: 'committed'; text: string } | { kind: 'opened'; url: string } | { kind: 'pushed' }>()
  const work = useAttempt()
  const proposing = useAttempt()
  let asked = 0

  const staged = computed(() => (status.value?.files ?? []).filter((file) => file.staged))
  const unstaged = computed(() => (status.value?.files ?? []).filter((file) => file.unstaged))

  async function load(): Promise<void> {
    const mine = (asked += 1)
    try {
      const next = await client.git.status({})
      if (mine !== asked) return
      status.value = next
      error.value = undefined
    } catch (failure) {
      const wire = failureOf(failure)
      if (wire.code !== 'rpc.closed') error.value = wire
    }
  }

  const stage = (paths: readonly string[], isStaged: boolean): Promise<boolean> =>
    work.run(async () => void (status.value = await client.git.stage({ paths: [...paths], staged: isStaged })))

  async function propose(): Promise<void> {
    const { sessionId } = sessionView
    if (sessionId === undefined) return
    await proposing.run(async () => void (message.value = (await client.git.proposeMessage({ sessionId })).message))
  }

  const commit = (): Promise<boolean> =>
    work.run(async () => {
      const made = await client.git.commit({ message: message.value })
      done.value = { kind: 'committed', text: `${made.commit} ${made.subject}` }
      message.value = ''
      await load()
    })

  const createBranch = (name: string): Promise<boolean> =>
    work.run(async () => void (status.value = await client.git.createBranch({ name })))

  const push = (): Promise<boolean> =>
    work.run(async () => {
      status.value = await client.git.push({})
      done.value = { kind: 'pushed' }
    })

  const openPullRequest = (request: { title: string; body: string; isDraft: boolean }): Promise<boolean> =>
    work.run(async () => {
      done.value = { kind: 'opened', url: (await client.git.openPullRequest(request)).url }
      await load()
    })

  /** Follows the session's work for as long as the caller shows it. */
  function follow(): () => void {
    void load()
    const stops = [
      onEvent((event) => {
        if (event.type === 'turn.finished' || event.type === 'settings.changed' || (event.type === 'tool.finished' && event.meta.diff))
          void load()
      }),
      onState((state) => {
        if (state.kind === 'open') void load()
      }),
    ]
    const onFocus = (): void => void load()
    window.addEventListener('focus', onFocus)
    return () => {
      for (const end of stops) end()
      window.removeEventListener('focus', onFocus)
    }
  }

  return {
    status,
    error,
    message,
    done,
    staged,
    unstaged,
    isBusy: work.busy,
    workError: work.error,
    isProposing: proposing.busy,
    proposeError: proposing.error,
    load,
    stage,
    propose,
    commit,
    createBranch,
    push,
    openPullRequest,
    follow,
  }
})

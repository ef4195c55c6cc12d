import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { CloneStep } from '../../core/contract/clone.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useProjectsStore } from './projects.ts'

/** The clone under way: how far it is, and how it ended. */
export const useCloneStore = defineStore('clone', () => {
  const { client, onEvent } = useConnection()
  const projects = useProjectsStore()
  const running = shallowRef<AbortController>()
  const progress = shallowRef<{ step: CloneStep; percent: number }>()
  const error = shallowRef<WireError>()
  const wasStopped = shallowRef(false)
  let cloneId = ''

  /** Clones and opens. True when the project is open. */
  async function start(address: string, parent: string): Promise<boolean> {
    if (running.value) return false
    const stop = new AbortController()
    running.value = stop
    forget()
    progress.value = { step: 'connecting', percent: 0 }
    cloneId = crypto.randomUUID()
    try {
      const { path } = await client.projects.clone({ address, parent, cloneId }, { signal: stop.signal })
      await projects.open(path)
      return true
    } catch (failure) {
      if (stop.signal.aborted) wasStopped.value = true
      else error.value = failureOf(failure)
      return false
    } finally {
      running.value = undefined
      progress.value = undefined
    }
  }

  function forget(): void {
    error.value = undefined
    wasStopped.value = false
  }

  onScopeDispose(
    onEvent((event) => {
      if (event.type !== 'clone.progress' || event.cloneId !== cloneId || !running.value) return
      progress.value = { step: event.step, percent: event.percent }
    }),
  )

  return { running, progress, error, wasStopped, start, forget, stop: () => running.value?.abort() }
})

import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { InstalledSkill } from '../../core/contract/install.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** Which of the installed skills and plugins have something newer at their source, as far as that was asked. */
export const useSkillUpdatesStore = defineStore('skill-updates', () => {
  const { client } = useConnection()
  /** Version by what is installed; empty where the source has none. */
  const newer = shallowRef<ReadonlyMap<string, string>>(new Map())
  const problems = shallowRef<readonly { readonly id: string; readonly error: WireError }[]>([])
  /** Undefined: none is asked now. */
  const progress = shallowRef<{ readonly at: number; readonly all: number }>()
  /** How many were asked last, all of them. */
  const asked = shallowRef<number>()
  let asking: AbortController | undefined

  /** One after the other: each fetches from its source. */
  async function checkAll(installed: readonly InstalledSkill[]): Promise<void> {
    if (progress.value) return
    const { signal } = (asking = new AbortController())
    newer.value = new Map()
    problems.value = []
    asked.value = undefined
    for (const [index, one] of installed.entries()) {
      if (signal.aborted) break
      progress.value = { at: index + 1, all: installed.length }
      await check(one, signal)
    }
    progress.value = undefined
    if (!signal.aborted) asked.value = installed.length
  }

  async function check(one: InstalledSkill, signal: AbortSignal): Promise<void> {
    const { id, level, kind } = one
    try {
      const { isCurrent, ref, commit } = await client.skills.checkUpdate({ id, level, kind }, { signal })
      if (!isCurrent) newer.value = new Map([...newer.value, [keyOf(one), ref || commit.slice(0, 7)]])
    } catch (failure) {
      // Who stopped it knows.
      if (!signal.aborted) problems.value = [...problems.value, { id, error: failureOf(failure) }]
    }
  }

  const newerOf = (one: InstalledSkill): string | undefined => newer.value.get(keyOf(one))
  const stop = (): void => asking?.abort()

  return { newer, problems, progress, asked, checkAll, newerOf, stop }
})

/** One that was updated since is another. */
function keyOf({ file, commit, installedAt }: InstalledSkill): string {
  return `${file}\n${commit}\n${installedAt}`
}

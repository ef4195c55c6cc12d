import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { HookLogRow, HookProblem, HookRuleInfo, HookTrial } from '../../core/contract/hooks.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** The rules as they lie on the disk, what they did, and the one that is looked at. */
export const useHooksStore = defineStore('hooks', () => {
  const { client, onEvent } = useConnection()
  /** Undefined until first loaded. */
  const rules = shallowRef<readonly HookRuleInfo[]>()
  const problems = shallowRef<readonly HookProblem[]>([])
  const chosen = shallowRef<HookRuleInfo>()
  const error = shallowRef<WireError>()
  /** Runs of the chosen rule; undefined until loaded. */
  const log = shallowRef<readonly HookLogRow[]>()
  const hasMore = shallowRef(false)

  function take(read: { rules: readonly HookRuleInfo[]; problems: readonly HookProblem[] }): void {
    rules.value = read.rules
    problems.value = read.problems
    const place = chosen.value
    chosen.value = place && (read.rules.find((one) => isSame(one, place)) ?? read.rules.find(({ name }) => name === place.name))
  }

  async function load(): Promise<void> {
    try {
      take(await client.hooks.list({}))
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function choose(rule: HookRuleInfo): Promise<void> {
    chosen.value = rule
    log.value = undefined
    await loadLog()
  }

  async function loadLog(further = false): Promise<void> {
    const rule = chosen.value?.name
    if (rule === undefined) return
    const before = further ? log.value?.at(-1)?.id : undefined
    const page = await client.hooks.log({ rule, ...(before !== undefined && { before }) })
    if (chosen.value?.name !== rule) return
    log.value = further ? [...(log.value ?? []), ...page.rows] : page.rows
    hasMore.value = page.hasMore
  }

  async function setEnabled({ name }: HookRuleInfo, isEnabled: boolean): Promise<void> {
    await client.hooks.setEnabled({ name, isEnabled })
    await load()
  }

  async function save(yaml: string, to: 'user' | 'project'): Promise<void> {
    take(await client.hooks.save({ yaml, to }))
  }

  const check = async (text: string): Promise<readonly HookProblem[]> => (await client.hooks.check({ text })).problems
  const test = (event: string, payload: Record<string, unknown>, text?: string): Promise<HookTrial> =>
    client.hooks.test({ event, payload, ...(text !== undefined && { text }) })
  const foreign = () => client.hooks.foreign({})
  const readImport = (source: { path: string } | { text: string; name: string }) => client.hooks.readImport(source)
  const replay = (id: number): Promise<HookTrial> => client.hooks.replay({ id })

  onScopeDispose(onEvent((event) => void (event.type === 'settings.changed' && rules.value && load())))

  return { rules, problems, chosen, error, log, hasMore, load, choose, loadLog, setEnabled, save, check, test, replay, foreign, readImport }
})

function isSame(a: HookRuleInfo, b: HookRuleInfo): boolean {
  return a.name === b.name && a.file === b.file && a.line === b.line
}

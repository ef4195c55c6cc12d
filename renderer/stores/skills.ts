import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { SkillLevel } from '../../core/contract/install.ts'
import type { SkillDetail, SkillInfo } from '../../core/contract/skills.ts'
import type { SkillScan } from '../../core/contract/skill-scan.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** Skills as they lie on the disk, and the one that is looked at. */
export const useSkillsStore = defineStore('skills', () => {
  const { client, onEvent } = useConnection()
  /** Undefined until first loaded. */
  const list = shallowRef<readonly SkillInfo[]>()
  const detail = shallowRef<SkillDetail>()
  const scan = shallowRef<SkillScan>()
  const error = shallowRef<WireError>()

  async function load(): Promise<void> {
    try {
      list.value = await client.skills.list({})
      const { id, path } = detail.value ?? {}
      const isThere = list.value.some((one) => one.id === id && one.path === path)
      detail.value = isThere && id !== undefined ? await client.skills.show({ id, path }) : undefined
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function choose({ id, path }: SkillInfo): Promise<void> {
    try {
      detail.value = await client.skills.show({ id, path })
      scan.value = undefined
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function check({ id, path }: SkillInfo): Promise<void> {
    const found = await client.skills.scan({ id, path })
    if (detail.value?.path === path) scan.value = found
  }

  async function setEnabled({ id }: SkillInfo, level: SkillLevel, isEnabled: boolean): Promise<void> {
    await client.skills.setEnabled({ id, isEnabled, level })
    await load()
  }

  /** A word about a link that leads elsewhere. What it leads to has another file, so the skill is chosen anew. */
  async function allowLink({ id, path }: SkillInfo, target: string, isAllowed: boolean): Promise<void> {
    await client.skills.allowLink({ id, path, target, isAllowed })
    await load()
    const found = list.value?.find((one) => one.leadsTo === target)
    if (!detail.value && found) await choose(found)
  }

  onScopeDispose(onEvent((event) => void (/^(settings|mcp)\.changed$/.test(event.type) && list.value && load())))

  return { list, detail, scan, error, load, choose, check, setEnabled, allowLink }
})

import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { SkillLevel } from '../../core/contract/install.ts'
import type { SkillDetail, SkillInfo } from '../../core/contract/skills.ts'
import type { SkillScan } from '../../core/contract/skill-scan.ts'
import { useConnection } from '../rpc/index.ts'
import { useLookedAt } from './looked-at.ts'

/** Skills as they lie on the disk, and the one that is looked at. */
export const useSkillsStore = defineStore('skills', () => {
  const { client, onEvent } = useConnection()
  const { list, detail, error, load, ...looked } = useLookedAt<SkillInfo, SkillDetail>({
    ask: () => client.skills.list({}),
    show: ({ id, path }) => client.skills.show({ id, path }),
    isOf: (one, { id, path }) => one.id === id && one.path === path,
  })
  const scan = shallowRef<SkillScan>()

  async function choose(skill: SkillInfo): Promise<void> {
    if (await looked.choose(skill)) scan.value = undefined
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

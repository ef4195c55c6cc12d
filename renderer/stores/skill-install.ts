import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { InstalledSkill, SkillLevel, SkillPreview } from '../../core/contract/install.ts'
import type { WireError } from '../../core/contract/errors.ts'
import type { RegistryInfo, SkillRegistry } from '../../core/contract/skill-registries.ts'
import type { SkillInfo } from '../../core/contract/skills.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** Skills on their way in: what was fetched and waits for a yes, and where those that are here came from. */
export const useSkillInstallStore = defineStore('skill-install', () => {
  const { client, onEvent } = useConnection()
  /** Undefined until first loaded. */
  const installed = shallowRef<readonly InstalledSkill[]>()
  /** Places of many skills that have a name. */
  const registries = shallowRef<readonly RegistryInfo[]>([])
  /** Fetched and looked through; nothing is in place yet. */
  const preview = shallowRef<SkillPreview>()
  /** Why it is not known what is installed. */
  const error = shallowRef<WireError>()
  let fetching: AbortController | undefined
  let loads = 0

  async function load(): Promise<void> {
    const mine = ++loads
    try {
      const [skills, named] = await Promise.all([client.skills.installed({}), client.skills.registries({})])
      // A slower answer to an earlier question says what no longer holds.
      if (mine !== loads) return
      installed.value = skills
      registries.value = named
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  function originOf({ path }: Pick<SkillInfo, 'path'>): InstalledSkill | undefined {
    return installed.value?.find(({ kind, file }) =>
      kind === 'plugin' ? path.startsWith(`${file}/`) || path.startsWith(`${file}\\`) : file === path,
    )
  }

  const look = (source: string, level: SkillLevel): Promise<void> => fetch((signal) => client.skills.preview({ source, level }, { signal }))

  const lookForUpdate = ({ id, level, kind }: InstalledSkill): Promise<void> =>
    fetch((signal) => client.skills.previewUpdate({ id, level, kind }, { signal }))

  async function fetch(ask: (signal: AbortSignal) => Promise<SkillPreview>): Promise<void> {
    await discard()
    const own = new AbortController()
    fetching = own
    try {
      preview.value = await ask(own.signal)
    } catch (error) {
      // Who stopped it knows.
      if (!own.signal.aborted) throw error
    }
  }

  /** The same for another level: what would change there is another thing. What is shown stays until the other is there. */
  async function lookAt(level: SkillLevel): Promise<void> {
    const before = preview.value
    if (!before) return
    preview.value = await client.skills.preview({ source: before.source, level })
    await client.skills.discard({ previewId: before.previewId })
  }

  function stop(): void {
    fetching?.abort()
  }

  async function discard(): Promise<void> {
    const { previewId } = preview.value ?? {}
    preview.value = undefined
    if (previewId !== undefined) await client.skills.discard({ previewId })
  }

  /** Answers where the skill lies now. */
  async function confirm(acceptCritical: boolean): Promise<string | undefined> {
    if (!preview.value) return undefined
    const { path } = await client.skills.confirm({ previewId: preview.value.previewId, acceptCritical })
    preview.value = undefined
    await load()
    return path
  }

  async function remove({ id, level, kind }: InstalledSkill): Promise<void> {
    await client.skills.remove({ id, level, kind })
    await load()
  }

  async function undo({ id, level, kind }: InstalledSkill): Promise<void> {
    await client.skills.undo({ id, level, kind })
    await load()
  }

  async function setPluginEnabled({ id }: InstalledSkill, level: SkillLevel, isEnabled: boolean): Promise<void> {
    await client.skills.setPluginEnabled({ id, level, isEnabled })
    await load()
  }

  /** `secret`: its token, for the keychain; empty: none. */
  async function addRegistry({ secret, ...registry }: SkillRegistry & { readonly secret: string }): Promise<void> {
    await client.skills.addRegistry(secret === '' ? registry : { ...registry, secret })
    await load()
  }

  async function setToken(name: string, value: string): Promise<void> {
    await client.keys.set({ provider: `registry:${name}`, value })
  }

  /** Answers why the keychain may still hold its token. */
  async function removeRegistry(name: string): Promise<WireError | undefined> {
    const { problem } = await client.skills.removeRegistry({ name })
    await load()
    return problem
  }

  onScopeDispose(onEvent((event) => void (event.type === 'settings.changed' && installed.value && load())))

  return {
    installed,
    registries,
    error,
    preview,
    load,
    originOf,
    look,
    lookAt,
    lookForUpdate,
    stop,
    discard,
    confirm,
    remove,
    undo,
    setPluginEnabled,
    addRegistry,
    setToken,
    removeRegistry,
  }
})

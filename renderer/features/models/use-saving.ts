import { ref } from 'vue'
import { useAttempt } from '../../stores/attempt.ts'
import { useProvidersStore, type NewProvider } from '../../stores/providers.ts'
import { useProviderTestsStore } from '../../stores/provider-tests.ts'

/** Saves a provider and tests it at once; one row's or form's own progress. */
export function useSaving() {
  const providers = useProvidersStore()
  const tests = useProviderTestsStore()
  const saving = useAttempt()
  /** The provider this place saved last; its test shows here. */
  const saved = ref<string>()

  /** True when it was saved, whatever the test says. */
  async function save(provider: NewProvider): Promise<boolean> {
    saved.value = undefined
    const isSaved = await saving.run(async () => {
      const { name } = await providers.add(provider)
      saved.value = name
    })
    if (saved.value) await tests.run(saved.value)
    return isSaved
  }

  /** The same for an entry that is there; what was emptied goes, the key stays unless one was typed. */
  async function saveChange(provider: NewProvider): Promise<boolean> {
    const { name, protocol, baseUrl, model, key, makeDefault = false } = provider
    saved.value = undefined
    const isSaved = await saving.run(async () => {
      await providers.update({ name, protocol, baseUrl, model })
      // Also makes the entry take its key from where it is kept now.
      if (key) await providers.add(provider)
      else if (makeDefault) await providers.setDefault(name)
      saved.value = name
    })
    if (saved.value) await tests.run(saved.value)
    return isSaved
  }

  return { saving, saved, save, saveChange }
}

import { onUnmounted, watch, type ShallowRef } from 'vue'
import { useNavigationStore } from '../../stores/navigation.ts'

const CONTROL = '[role="radio"][aria-checked="true"], button:not(:disabled), input, textarea, a[href]'

/** Brings the option that the address names into sight, marks it and gives it the focus, as soon as its page has it. */
export function useMarkedSetting(page: Readonly<ShallowRef<HTMLElement | null>>): void {
  const navigation = useNavigationStore()
  let marked: HTMLElement | undefined
  // A page of its own bundle comes later than its address.
  const observer = new MutationObserver(() => mark())

  function mark(): void {
    const item = navigation.item
    const found = item === undefined ? null : page.value?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(item)}"]`)
    if (!found) return
    observer.disconnect()
    found.dataset['marked'] = ''
    marked = found
    found.scrollIntoView({ block: 'center' })
    const control = found.matches(CONTROL) ? found : found.querySelector<HTMLElement>(CONTROL)
    control?.focus()
  }

  watch(
    () => [page.value, navigation.section, navigation.item],
    () => {
      delete marked?.dataset['marked']
      marked = undefined
      observer.disconnect()
      if (!page.value || navigation.item === undefined) return
      observer.observe(page.value, { childList: true, subtree: true })
      mark()
    },
    { flush: 'post', immediate: true },
  )
  onUnmounted(() => observer.disconnect())
}

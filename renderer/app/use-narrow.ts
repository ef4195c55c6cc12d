import { onUnmounted, shallowRef } from 'vue'

/** Under this width side columns fold: a rail instead of the sidebar, the panel as a sheet over the chat. */
const NARROW = '(max-width: 999px)'

export function useNarrow() {
  const query = matchMedia(NARROW)
  const isNarrow = shallowRef(query.matches)
  const follow = (): void => void (isNarrow.value = query.matches)
  query.addEventListener('change', follow)
  onUnmounted(() => query.removeEventListener('change', follow))
  return isNarrow
}

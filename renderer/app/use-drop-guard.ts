import { onUnmounted } from 'vue'

/** A file let go anywhere would replace the page by itself; text may still be dragged into fields. */
export function useDropGuard(): void {
  const guard = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  window.addEventListener('dragover', guard)
  window.addEventListener('drop', guard)
  onUnmounted(() => {
    window.removeEventListener('dragover', guard)
    window.removeEventListener('drop', guard)
  })
}

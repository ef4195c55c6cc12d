import { onUnmounted } from 'vue'
import { isTextField } from '../lib/text-field.ts'

/** A file or a link let go anywhere would replace the page by itself; text may still be dragged into fields. */
export function useDropGuard(): void {
  const guard = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') || !isTextField(event.target)) event.preventDefault()
  }
  window.addEventListener('dragover', guard)
  window.addEventListener('drop', guard)
  onUnmounted(() => {
    window.removeEventListener('dragover', guard)
    window.removeEventListener('drop', guard)
  })
}

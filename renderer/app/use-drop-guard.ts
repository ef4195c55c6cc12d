import { onUnmounted } from 'vue'
import { isTextField } from '../lib/text-field.ts'

/** A file or a link let go anywhere would replace the page by itself; text may still be dragged into fields. */
export function useDropGuard(): void {
  const guard = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') || !isTextField(event.target)) event.preventDefault()
  }
  // `dragenter` as well: where the pointer has just come over something new, it alone says whether the page takes the drop.
  const types = ['dragenter', 'dragover', 'drop'] as const
  for (const type of types) window.addEventListener(type, guard)
  onUnmounted(() => {
    for (const type of types) window.removeEventListener(type, guard)
  })
}

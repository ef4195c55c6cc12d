import { onUnmounted, shallowRef, watch } from 'vue'
import { nextFrame } from '../../../stores/next-frame.ts'

/**
 * How many of the first parts are drawn only where they are in sight. While the text grows all are; when it has ended they are let
 * go one a frame: all at once would be a long task, and kept like this they would keep their height when the window gets narrower.
 */
export function useHeldParts(isStreaming: () => boolean, count: () => number) {
  const held = shallowRef(isStreaming() ? Infinity : 0)
  let isGone = false

  function letGo(): void {
    if (isGone || isStreaming() || held.value === 0) return
    held.value -= 1
    nextFrame(letGo)
  }

  watch(isStreaming, (streaming) => {
    held.value = streaming ? Infinity : count()
    if (!streaming) nextFrame(letGo)
  })
  onUnmounted(() => (isGone = true))

  return held
}

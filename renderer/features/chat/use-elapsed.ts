import { onUnmounted, shallowRef } from 'vue'

/** Milliseconds since `start` (epoch ms), in whole seconds, while the caller lives. */
export function useElapsed(start: number) {
  const elapsedMs = shallowRef(wholeSeconds(Date.now() - start))
  const timer = setInterval(() => (elapsedMs.value = wholeSeconds(Date.now() - start)), 1000)
  onUnmounted(() => clearInterval(timer))
  return elapsedMs
}

function wholeSeconds(ms: number): number {
  return Math.round(ms / 1000) * 1000
}

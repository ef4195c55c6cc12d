import { nextTick, onMounted, onUnmounted, shallowRef, type Ref } from 'vue'

/** Nearer than this to the end counts as reading the end. */
const NEAR_PX = 32

/**
 * Keeps the end in sight while it grows, until the reader scrolls up; then nothing moves before they come back.
 * Only a scroll towards the top is the reader's wish: growth alone also leaves the end behind.
 */
export function useStickToBottom(scroller: Readonly<Ref<HTMLElement | null>>, content: Readonly<Ref<HTMLElement | null>>) {
  const isStuck = shallowRef(true)
  let lastTop = 0

  function onScroll(): void {
    const element = scroller.value
    if (!element?.clientHeight) return
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_PX
    if (isNear) isStuck.value = true
    else if (element.scrollTop < lastTop) isStuck.value = false
    lastTop = element.scrollTop
  }

  function follow(): void {
    const element = scroller.value
    if (element && isStuck.value) element.scrollTop = element.scrollHeight
  }

  function jump(): void {
    isStuck.value = true
    follow()
  }

  /** Rows are about to be drawn above, or to go from there: what is read now stays where it is. */
  async function keepPlace(): Promise<void> {
    const element = scroller.value
    const fromEnd = element ? element.scrollHeight - element.scrollTop : 0
    await nextTick()
    if (element && !isStuck.value) element.scrollTop = element.scrollHeight - fromEnd
  }

  const observer = new ResizeObserver(follow)
  onMounted(() => {
    if (content.value) observer.observe(content.value)
    if (scroller.value) observer.observe(scroller.value)
    scroller.value?.addEventListener('scroll', onScroll, { passive: true })
    follow()
  })
  onUnmounted(() => observer.disconnect())

  return { isStuck, jump, keepPlace }
}

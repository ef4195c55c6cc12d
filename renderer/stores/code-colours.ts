import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { createColourist, type CodeToken } from '../lib/code-colours/index.ts'

type Lines = readonly (readonly CodeToken[])[]

/** One worker reads the code of the whole window; it starts with the first code somebody sees. */
const useColouristStore = defineStore('colourist', () => {
  const colourist = createColourist(() => new Worker(new URL('../lib/code-colours/worker.ts', import.meta.url), { type: 'module' }))
  return { colour: colourist.colour }
})

/** Lines of code in colours, once `place` has come near the viewport; undefined until then and where there are none. */
export function useCodeColours(
  place: Readonly<Ref<HTMLElement | null>>,
  /** Undefined: still being written, or of no language. */
  code: () => { readonly text: string; readonly language: string } | undefined,
): Readonly<Ref<Lines | undefined>> {
  const { colour } = useColouristStore()
  const lines = shallowRef<Lines>()
  const isNear = shallowRef(false)
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      isNear.value = true
      observer.disconnect()
    },
    { rootMargin: '400px' },
  )
  onScopeDispose(() => observer.disconnect())
  watch(place, (element) => element && !isNear.value && observer.observe(element), { immediate: true, flush: 'post' })
  watch(
    [isNear, () => code()?.text, () => code()?.language],
    async ([near, text, language]) => {
      lines.value = undefined
      if (!near || text === undefined || language === undefined) return
      const found = await colour(text, language)
      if (code()?.text === text) lines.value = found
    },
    { immediate: true },
  )
  return lines
}

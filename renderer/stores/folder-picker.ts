import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useAppStore } from './app.ts'
import { useProjectsStore } from './projects.ts'

export interface FolderQuestion {
  readonly title: string
  readonly text?: string
  /** The choosing button's words for a folder of this name. */
  readonly verb: (name: string) => string
}

/** Asks for a folder of the host's disk: with the system's dialog where the host has one, else with our own list. */
export const useFolderPickerStore = defineStore('folder-picker', () => {
  const app = useAppStore()
  const projects = useProjectsStore()
  const question = shallowRef<FolderQuestion>()
  let settle: ((path: string | undefined) => void) | undefined

  /** Undefined when the person closes it. */
  async function ask(next: FolderQuestion): Promise<string | undefined> {
    if (app.info?.nativeFolderDialog) return (await projects.pickFolder()) ?? undefined
    answer(undefined)
    question.value = next
    return new Promise((resolve) => (settle = resolve))
  }

  function answer(path: string | undefined): void {
    question.value = undefined
    settle?.(path)
    settle = undefined
  }

  return { question, ask, answer }
})

import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { QuestionAnswer } from '../../core/contract/questions.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useSessionViewStore } from './session-view.ts'

/** What the model asks in the shown session. The core holds the question; this only carries the answer. */
export const useQuestionsStore = defineStore('questions', () => {
  const { client } = useConnection()
  const sessionView = useSessionViewStore()
  const answering = shallowRef<ReadonlySet<string>>(new Set())
  const errors = shallowRef<ReadonlyMap<string, WireError>>(new Map())

  async function answer(questionId: string, given: QuestionAnswer): Promise<void> {
    if (answering.value.has(questionId)) return
    answering.value = new Set([...answering.value, questionId])
    errors.value = new Map([...errors.value].filter(([id]) => id !== questionId))
    try {
      await client.questions.answer({ questionId, answer: given })
    } catch (failure) {
      errors.value = new Map([...errors.value, [questionId, failureOf(failure)]])
      // Settled elsewhere, perhaps: the snapshot says what is still open.
      await sessionView.reload()
    } finally {
      answering.value = new Set([...answering.value].filter((id) => id !== questionId))
    }
  }

  return { open: computed(() => sessionView.view?.questions ?? []), answering, errors, answer }
})

import type { Component } from 'vue'
import type { PendingQuestion } from '../../../../core/contract/questions.ts'
import ChoicesCard from './ChoicesCard.vue'
import FormCard from './FormCard.vue'
import LinkCard from './LinkCard.vue'
import PlanCard from './PlanCard.vue'
import SampledCard from './SampledCard.vue'
import SamplingCard from './SamplingCard.vue'

/** How each kind of question is asked. */
export const questionCards: Record<PendingQuestion['kind'], Component> = {
  choices: ChoicesCard,
  plan: PlanCard,
  form: FormCard,
  link: LinkCard,
  sampling: SamplingCard,
  sampled: SampledCard,
}

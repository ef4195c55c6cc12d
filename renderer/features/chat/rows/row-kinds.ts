import type { Component } from 'vue'
import type { Row } from '../../../../core/contract/view.ts'
import EndingRow from './EndingRow.vue'
import SummaryRow from './SummaryRow.vue'
import TextRow from './TextRow.vue'
import ThinkingRow from './ThinkingRow.vue'
import ToolRow from './ToolRow.vue'
import UserRow from './UserRow.vue'

/** How each kind of row is drawn. */
export const rowKinds: Record<Row['kind'], Component> = {
  user: UserRow,
  text: TextRow,
  thinking: ThinkingRow,
  tool: ToolRow,
  summary: SummaryRow,
  ending: EndingRow,
}

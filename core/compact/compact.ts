import type { CompactTrigger } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { Message, SummaryMessage, ToolCallPart } from '../contract/messages.ts'
import type { ModelRequest, ProviderError } from '../llm/types.ts'
import type { Cut } from './cut.ts'
import { keptMessage } from './epoch.ts'
import { skillsAgain } from './active-skills.ts'
import { filesAgain, fit, recentReads, type PathOf } from './recent-files.ts'
import { summarize, type SummarizeDeps } from './summarize.ts'

export interface CompactDeps extends SummarizeDeps {
  /** For messages to people. */
  readonly model: string
  readonly pathOf: PathOf
  /** What the call reads now; undefined when it is gone or must not be read unasked. */
  readonly read: (call: ToolCallPart) => Promise<string | undefined>
}

export interface CompactInput {
  readonly cut: Cut
  /** What the requests of the next epoch start with. */
  readonly request: Pick<ModelRequest, 'system' | 'tools'>
  readonly trigger: CompactTrigger
  /** What the summary is to keep above all; may be empty. */
  readonly focus: string
  readonly beforeTokens: number
  /** Further texts the model is given again. */
  readonly notes: readonly string[]
}

export type SummaryFacts = Omit<SummaryMessage, 'role' | 'id' | 'turnId' | 'createdAt'>

export type Compacted =
  | { readonly kind: 'done'; readonly summary: SummaryFacts }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: ProviderError | AppError }

/** Sums up what the cut takes away. What comes of it is smaller than what was, or it has failed. */
export async function compact(deps: CompactDeps, input: CompactInput): Promise<Compacted> {
  const { cut, beforeTokens, trigger } = input
  const made = await summarize(deps, cut.head, input.focus)
  if (made.kind === 'stopped') return made
  if (made.kind === 'failed') return { ...made, error: made.error ?? new AppError('compact.no_summary', { params: { model: deps.model } }) }
  const notes = [...newestPrompt(deps, cut), ...input.notes]
  const skills = skillsAgain(cut, { budget: deps.budget.skills, estimate: deps.estimate })
  const files = await filesAgain(recentReads(cut, deps.pathOf), { ...deps, budget: deps.budget.files })
  const keptFrom = cut.tail[0]?.id ?? null
  const limit = Math.min(beforeTokens, deps.budget.compactsAt ?? Number.POSITIVE_INFINITY)
  // Files can be read again; the summary comes first.
  for (const attached of [[...notes, ...skills, ...files], [...notes, ...skills], notes]) {
    const facts = { text: made.text, attached, keptFrom, trigger, beforeTokens, afterTokens: 0 }
    const afterTokens = sizeAfter(deps, input, facts)
    if (afterTokens < limit || (afterTokens < beforeTokens && attached === notes)) {
      return { kind: 'done', summary: { ...facts, afterTokens } }
    }
  }
  return { kind: 'failed', error: new AppError('compact.no_gain') }
}

function sizeAfter({ estimate }: CompactDeps, { cut, request }: CompactInput, facts: SummaryFacts): number {
  const summary: Message = { ...facts, role: 'summary', id: '', turnId: '', createdAt: 0 }
  return estimate.request({ ...request, messages: [summary, ...cut.tail.flatMap(keptMessage)] })
}

/** In a long turn the request itself is cut away; a summary must not be all that is left of it. */
function newestPrompt({ estimate, budget }: CompactDeps, { head, tail }: Cut): string[] {
  if (tail.some(({ role }) => role === 'user')) return []
  const prompt = head.findLast((message) => message.role === 'user')
  if (prompt?.role !== 'user') return []
  const { text, expanded = text } = prompt
  if (expanded.trim() === '') return []
  return [`<newest_request>\n${fit(expanded, budget.tail.tokens, estimate)}\n</newest_request>`]
}

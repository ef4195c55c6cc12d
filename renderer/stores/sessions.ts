import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { z } from 'zod'
import type { Effort, Mode } from '../../core/contract/common.ts'
import type { WireError } from '../../core/contract/errors.ts'
import type { SessionEvent, SessionSummary } from '../../core/contract/events.ts'
import type { DropResult } from '../../core/contract/sessions.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'
import { emptyDraft, useDraftsStore } from './drafts.ts'
import { useProvidersStore } from './providers.ts'
import { useSessionViewStore } from './session-view.ts'

const SELECTED_KEY = 'mewcode.session'

export interface ModelChoice {
  readonly provider: string
  readonly model: string
}

/** The project's sessions, which of them is shown, and what a new one would start with. */
export const useSessionsStore = defineStore('sessions', () => {
  const { client, files, onEvent, onState } = useConnection()
  const app = useAppStore()
  const providers = useProvidersStore()
  const sessionView = useSessionViewStore()
  const drafts = useDraftsStore()
  /** Undefined until first loaded. Newest first. */
  const list = shallowRef<readonly SessionSummary[]>()
  const error = shallowRef<WireError>()
  const finishedUnseen = shallowRef<ReadonlySet<string>>(new Set())
  /** Choices made before the session exists; it is created with its first message. */
  const nextMode = shallowRef<Mode>()
  const nextModel = shallowRef<ModelChoice>()
  const nextAgent = shallowRef<string>()
  const nextEffort = shallowRef<Effort>()
  /** Those that were put away, while somebody looks at them. */
  const archived = shallowRef<readonly SessionSummary[]>()

  const selectedId = computed(() => sessionView.sessionId)
  const draftKey = computed(() => selectedId.value ?? `new.${app.project?.id ?? ''}`)
  const selected = computed(() => list.value?.find((session) => session.id === selectedId.value) ?? sessionView.view?.session)
  const mode = computed<Mode>(() => selected.value?.mode ?? nextMode.value ?? app.settings.defaultMode)
  /** Whose definition it goes on under; undefined: nobody's, it is itself. */
  const agent = computed(() => (selected.value ? selected.value.agent : nextAgent.value))
  /** Undefined: what configuration says. */
  const effort = computed(() => (selected.value ? selected.value.effort : nextEffort.value))
  const model = computed<ModelChoice | undefined>(() => {
    if (selected.value) return { provider: selected.value.provider, model: selected.value.model }
    const standard = providers.standard
    return nextModel.value ?? (standard && { provider: standard.name, model: standard.model })
  })

  async function load(): Promise<void> {
    try {
      list.value = sorted(await client.sessions.list({}))
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  /** Shows the session this tab showed before, else one with live work. */
  async function restore(): Promise<void> {
    await load()
    const remembered = sessionStorage.getItem(SELECTED_KEY)
    const known = list.value?.find((session) => session.id === remembered)
    const session = known ?? (remembered === null ? list.value?.find((each) => each.running || each.waiting > 0) : undefined)
    if (session) await select(session.id)
  }

  async function select(id: string): Promise<void> {
    sessionStorage.setItem(SELECTED_KEY, id)
    finishedUnseen.value = without(finishedUnseen.value, id)
    await sessionView.open(id)
  }

  /** An empty page; nothing is stored until the first message. */
  function startNew(): void {
    sessionStorage.setItem(SELECTED_KEY, '')
    nextMode.value = undefined
    nextModel.value = undefined
    nextAgent.value = undefined
    nextEffort.value = undefined
    sessionView.leave()
  }

  /** The shown session, made first when there is none. */
  async function ensure(): Promise<string> {
    if (selectedId.value !== undefined) return selectedId.value
    const created = await create()
    put(created)
    drafts.move(draftKey.value, created.id)
    await select(created.id)
    return created.id
  }

  async function create(): Promise<SessionSummary> {
    const created = await client.sessions.create({ ...nextModel.value, ...(nextMode.value && { mode: nextMode.value }) })
    const sessionId = created.id
    try {
      if (nextEffort.value) await client.sessions.setEffort({ sessionId, effort: nextEffort.value })
      return nextAgent.value === undefined ? created : await client.sessions.setAgent({ sessionId, agent: nextAgent.value })
    } catch (failure) {
      // Nothing was said in it: it is not left behind empty.
      await client.sessions.delete({ sessionId })
      throw failure
    }
  }

  /** A new session with the shown one's model and mode. */
  async function clear(): Promise<void> {
    const sessionId = selectedId.value
    if (sessionId === undefined) return
    const created = await client.sessions.clear({ sessionId })
    put(created)
    await select(created.id)
  }

  async function rename(sessionId: string, title: string): Promise<void> {
    put(await client.sessions.rename({ sessionId, title }))
  }

  async function pin(sessionId: string, pinned: boolean): Promise<void> {
    put(await client.sessions.pin({ sessionId, pinned }))
  }

  /** Out of the list or back into it; the shown one stays in sight. */
  async function archive(sessionId: string, isAway: boolean): Promise<void> {
    const session = await client.sessions.archive({ sessionId, archived: isAway })
    drop(sessionId)
    if (isAway) archived.value = archived.value && sorted([session, ...archived.value])
    else put(session)
  }

  async function remove(sessionId: string): Promise<void> {
    await client.sessions.delete({ sessionId })
    forget(sessionId)
  }

  async function showArchived(isShown: boolean): Promise<void> {
    archived.value = isShown ? sorted(await client.sessions.list({ archived: true })) : undefined
  }

  /** The whole session as text, and a name for its file. */
  async function exportText(sessionId: string, format: 'md' | 'json' | 'jsonl'): Promise<{ name: string; text: string }> {
    const { path, name } = await client.sessions.export({ sessionId, format, language: app.language })
    return { name, text: await files.get(path) }
  }

  /** A file of this program, of the original or of Claude Code becomes a session; answers what became of it. */
  async function importFile(file: File): Promise<ImportReport | undefined> {
    const { path } = await client.sessions.import({ name: file.name, size: file.size })
    const answer = await files.put(path, file)
    await load()
    return isImport(answer) ? answer : undefined
  }

  function drop(sessionId: string): void {
    list.value = list.value?.filter(({ id }) => id !== sessionId)
    archived.value = archived.value?.filter(({ id }) => id !== sessionId)
  }

  function forget(sessionId: string): void {
    drop(sessionId)
    drafts.set(sessionId, emptyDraft)
    if (sessionId === selectedId.value) startNew()
  }

  async function setMode(next: Mode): Promise<void> {
    if (selectedId.value === undefined) nextMode.value = next
    else put(await client.sessions.setMode({ sessionId: selectedId.value, mode: next }))
  }

  async function setModel(next: ModelChoice): Promise<void> {
    if (selectedId.value === undefined) nextModel.value = next
    else put(await client.sessions.setModel({ sessionId: selectedId.value, ...next }))
  }

  /** Null: what configuration says. */
  async function setEffort(next: Effort | null): Promise<void> {
    if (selectedId.value === undefined) nextEffort.value = next ?? undefined
    else put(await client.sessions.setEffort({ sessionId: selectedId.value, effort: next }))
  }

  /** Null: as itself again. */
  async function setAgent(next: string | null): Promise<void> {
    if (selectedId.value === undefined) nextAgent.value = next ?? undefined
    else put(await client.sessions.setAgent({ sessionId: selectedId.value, agent: next }))
  }

  function put(session: SessionSummary): void {
    if (session.archived) return
    list.value = sorted([session, ...(list.value ?? []).filter((each) => each.id !== session.id)])
  }

  function receive(event: SessionEvent): void {
    const known = list.value?.find((session) => session.id === event.sessionId)
    switch (event.type) {
      case 'session.updated':
        return put(event.session)
      case 'turn.started':
        return known && put({ ...known, running: true })
      case 'turn.finished':
        if (event.sessionId !== selectedId.value) finishedUnseen.value = new Set([...finishedUnseen.value, event.sessionId])
        // What its agents ask waits on; the summary just before this event counted it.
        return known && put({ ...known, running: false })
      case 'mode.changed':
        return known && put({ ...known, mode: event.mode })
      // Summaries are not sent for these; the count in the next one is the core's own.
      case 'approval.requested':
      case 'question.requested':
        return known && put({ ...known, waiting: known.waiting + 1 })
      case 'approval.resolved':
      case 'question.resolved':
        return known && put({ ...known, waiting: Math.max(0, known.waiting - 1) })
      default:
        return undefined
    }
  }

  /** Another window or program made, deleted or changed some. */
  async function loadAgain(): Promise<void> {
    await load()
    const id = selectedId.value
    if (id === undefined || list.value === undefined || list.value.some((session) => session.id === id)) return
    // Gone, or put away: the view itself knows.
    await sessionView.reload()
    if (sessionView.error?.code === 'session.not_found') forget(id)
  }

  onScopeDispose(
    onEvent((event) => {
      if ('seq' in event) receive(event)
      else if (event.type === 'sessions.changed' && list.value) void loadAgain()
    }),
  )
  onScopeDispose(
    onState((state) => {
      if (state.kind === 'open' && list.value) void load()
    }),
  )

  return {
    list,
    error,
    finishedUnseen,
    selectedId,
    draftKey,
    selected,
    mode,
    model,
    effort,
    agent,
    load,
    restore,
    select,
    startNew,
    ensure,
    clear,
    rename,
    archived,
    pin,
    archive,
    remove,
    showArchived,
    exportText,
    importFile,
    setMode,
    setModel,
    setEffort,
    setAgent,
  }
})

/** What became of an imported file. */
export type ImportReport = Extract<z.infer<typeof DropResult>, { kind: 'session' }>

function isImport(value: unknown): value is ImportReport {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'session'
}

function sorted(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  return sessions.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt)
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : ids
}

import { computed, shallowRef, watch } from 'vue'
import { useAttachmentsStore, type DroppedFile, type TakenFile } from '../../stores/attachments.ts'
import { useDraftsStore, type Draft } from '../../stores/drafts.ts'
import { useSessionsStore } from '../../stores/sessions.ts'

export type Trouble = Extract<TakenFile, { kind: 'refused' | 'failed' }>
type Outside = Extract<TakenFile, { kind: 'outside' }>

/** The shown session's unsent message: its text, and the files put into it. */
export function useDraft() {
  const sessions = useSessionsStore()
  const drafts = useDraftsStore()
  const attachments = useAttachmentsStore()
  const troubles = shallowRef<readonly Trouble[]>([])
  /** Waits for the person's word. */
  const outside = shallowRef<readonly Outside[]>([])
  const taking = shallowRef(0)

  watch(
    () => sessions.draftKey,
    (key) => void drafts.load(key),
    { immediate: true },
  )
  const draft = computed(() => drafts.get(sessions.draftKey))
  const text = computed({ get: () => draft.value.text, set: (next) => change({ text: next }) })

  function change(patch: Partial<Draft>): void {
    drafts.set(sessions.draftKey, { ...draft.value, ...patch })
  }

  async function add(files: readonly DroppedFile[]): Promise<void> {
    troubles.value = []
    await takeAll(files, false)
  }

  async function answerOutside(mayCopy: boolean): Promise<void> {
    const files = outside.value.map(({ dropped }) => dropped)
    outside.value = []
    if (mayCopy) await takeAll(files, true)
  }

  async function takeAll(files: readonly DroppedFile[], mayCopy: boolean): Promise<void> {
    taking.value += files.length
    // One after another: the first upload may have to make the session.
    for (const dropped of files) {
      const taken = await attachments.take(dropped, mayCopy)
      taking.value -= 1
      if (taken.kind === 'outside') outside.value = [...outside.value, taken]
      else keep(taken)
    }
  }

  function keep(taken: Exclude<TakenFile, Outside>): void {
    if (taken.kind === 'reference') {
      const { path } = taken
      const why = draft.value.references.includes(path) ? 'twice' : draft.value.references.length >= 200 ? 'many' : undefined
      if (why) troubles.value = [...troubles.value, { kind: 'refused', name: path, size: 0, why }]
      else change({ references: [...draft.value.references, path] })
    } else if (taken.kind === 'attachment') {
      const { kind: _, ...attachment } = taken
      change({ attachments: [...draft.value.attachments, attachment] })
    } else {
      troubles.value = [...troubles.value, taken]
    }
  }

  return {
    draft,
    text,
    troubles,
    outside: computed(() => outside.value.map(({ path }) => path)),
    answerOutside,
    isTaking: computed(() => taking.value > 0),
    add,
    removeReference: (path: string) => change({ references: draft.value.references.filter((each) => each !== path) }),
    removeAttachment: (id: string) => change({ attachments: draft.value.attachments.filter((each) => each.attachmentId !== id) }),
    removeTrouble: (trouble: Trouble) => void (troubles.value = troubles.value.filter((each) => each !== trouble)),
  }
}

import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { FILE_REFERENCE, mentionOf, pathForReference } from '../../lib/file-reference.ts'
import type { EntryRow } from '../../lib/file-tree.ts'
import { visibleName } from '../../lib/visible-text.ts'
import { useAppStore } from '../../stores/app.ts'
import { useDraftsStore } from '../../stores/drafts.ts'
import { useOpenFilesStore } from '../../stores/open-files.ts'
import { useProjectFilesStore } from '../../stores/project-files.ts'
import { useSessionsStore } from '../../stores/sessions.ts'
import { useShortcutsStore } from '../../stores/shortcuts.ts'
import type { MenuEntry } from '../../ui/index.ts'

/** What can be done with a file or a folder of the tree; `said` is what became of it. */
export function useFileDeeds() {
  const { t } = useI18n()
  const app = useAppStore()
  const drafts = useDraftsStore()
  const files = useProjectFilesStore()
  const openFiles = useOpenFilesStore()
  const sessions = useSessionsStore()
  const shortcuts = useShortcutsStore()
  const said = shallowRef('')

  function refer(row: EntryRow): void {
    if (row.kind === 'other') return
    drafts.refer(sessions.draftKey, pathForReference(row))
    said.value = t('fileTree.attached', { path: visibleName(row.path) })
  }

  async function copy(path: string): Promise<void> {
    // A browser may keep the clipboard from a page.
    const isCopied = await navigator.clipboard.writeText(path).then(
      () => true,
      () => false,
    )
    said.value = t(isCopied ? 'fileTree.copied' : 'fileTree.notCopied', { path: visibleName(path) })
  }

  function wholePath(path: string): string {
    const root = app.project?.path ?? ''
    const separator = root.includes('\\') ? '\\' : '/'
    const isAdded = files.added.some((folder) => path === folder || path.startsWith(`${folder}/`))
    return [...(isAdded ? [] : [root]), ...path.split('/')].join(separator)
  }

  const deeds: Record<string, (row: EntryRow) => unknown> = {
    attach: refer,
    editor: ({ path }) => openFiles.open(path, 1, 'editor'),
    reveal: ({ path }) => openFiles.open(path, 1, 'folder'),
    copy: ({ path }) => copy(path),
    copyWhole: ({ path }) => copy(wholePath(path)),
  }

  /** `press`: what Enter does, in words. */
  function entriesOf({ kind }: EntryRow, press: string): readonly MenuEntry[] {
    const entry = (id: string, label: string, icon: 'plus' | 'external' | 'folder' | 'copy'): MenuEntry => ({ id, label, icon })
    const keys = shortcuts.label('Mod+Enter')
    return [
      { id: 'press', label: press, icon: kind === 'folder' ? 'folder' : 'eye', keys: '↵' },
      ...(kind === 'other' ? [] : [{ id: 'attach', label: t('fileTree.attach'), icon: 'plus' as const, keys }]),
      ...(kind === 'file' ? [entry('editor', t('fileTree.editor'), 'external')] : []),
      entry('reveal', t('fileTree.reveal'), 'folder'),
      'separator',
      entry('copy', t('fileTree.copy'), 'copy'),
      entry('copyWhole', t('fileTree.copyWhole'), 'copy'),
    ]
  }

  return {
    said,
    entriesOf,
    refer,
    show: ({ path }: EntryRow): void => openFiles.open(path),
    carryOut: (id: string, row: EntryRow): void => void deeds[id]?.(row),
  }
}

/** Lends a row to a drag: a reference for the message, its mention for any other field. */
export function lend(transfer: DataTransfer, row: EntryRow): void {
  if (row.kind === 'other') return
  const path = pathForReference(row)
  transfer.effectAllowed = 'copy'
  transfer.setData('text/plain', mentionOf(path))
  transfer.setData(FILE_REFERENCE, path)
}

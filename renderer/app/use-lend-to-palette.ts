import { onUnmounted } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ShortcutId } from '../lib/shortcuts.ts'
import { usePaletteStore, type PaletteAction, type PaletteLender } from '../stores/palette.ts'
import { useRewindStore } from '../stores/rewind.ts'
import { useSessionSearchStore } from '../stores/session-search.ts'
import { useShortcutsStore } from '../stores/shortcuts.ts'
import type { SidePanelTab } from '../stores/side-panel.ts'

interface ProjectVerbs extends Pick<PaletteLender, 'command' | 'fill'> {
  startNew(): void
  toggleSidebar(): void
  togglePanel(): void
  goToFiles(): void
  showTab(tab: SidePanelTab): void
}

/** What the project's window can do from the command palette, for as long as it lives. */
export function useLendToPalette({ command, fill, ...verbs }: ProjectVerbs): void {
  const { t } = useI18n()
  const palette = usePaletteStore()
  const rewind = useRewindStore()
  const search = useSessionSearchStore()
  const shortcuts = useShortcutsStore()

  const keys = (id: ShortcutId): { keys?: string } => {
    const hint = shortcuts.hint(id)
    return hint === undefined ? {} : { keys: hint }
  }

  const actions = (): readonly PaletteAction[] => [
    { id: 'new', label: t('palette.newSession'), icon: 'plus', ...keys('new'), run: verbs.startNew },
    { id: 'search', label: t('palette.search'), icon: 'search', ...keys('search'), run: () => search.open('') },
    { id: 'rewind', label: t('palette.rewind'), icon: 'undo', ...keys('rewind'), run: () => void rewind.openList() },
    { id: 'sidebar', label: t('palette.sidebar'), icon: 'sidebar', ...keys('sidebar'), run: verbs.toggleSidebar },
    { id: 'panel', label: t('palette.panel'), icon: 'panel', ...keys('panel'), run: verbs.togglePanel },
    { id: 'changes', label: t('palette.changes'), icon: 'pencil', run: () => verbs.showTab('changes') },
    { id: 'files', label: t('palette.showFiles'), icon: 'folder', ...keys('files'), run: verbs.goToFiles },
    { id: 'shells', label: t('palette.shells'), icon: 'terminal', run: () => verbs.showTab('shells') },
    { id: 'context', label: t('palette.context'), icon: 'layers', run: () => verbs.showTab('context') },
  ]

  palette.lender = { actions, command, fill }
  onUnmounted(() => (palette.lender = undefined))
}

import { onUnmounted } from 'vue'
import { useI18n } from 'vue-i18n'
import { keyHint } from '../lib/key-hint.ts'
import { useAppStore } from '../stores/app.ts'
import { usePaletteStore, type PaletteAction, type PaletteLender } from '../stores/palette.ts'
import { useRewindStore } from '../stores/rewind.ts'
import { useSessionSearchStore } from '../stores/session-search.ts'
import type { SidePanelTab } from '../stores/side-panel.ts'

interface ProjectVerbs extends Pick<PaletteLender, 'command' | 'fill'> {
  startNew(): void
  toggleSidebar(): void
  togglePanel(): void
  showTab(tab: SidePanelTab): void
}

/** What the project's window can do from the command palette, for as long as it lives. */
export function useLendToPalette({ command, fill, ...verbs }: ProjectVerbs): void {
  const { t } = useI18n()
  const app = useAppStore()
  const palette = usePaletteStore()
  const rewind = useRewindStore()
  const search = useSessionSearchStore()

  const actions = (): readonly PaletteAction[] => [
    // A browser keeps its own key for new windows.
    {
      id: 'new',
      label: t('palette.newSession'),
      icon: 'plus',
      ...(app.info?.host === 'electron' && { keys: keyHint('N') }),
      run: verbs.startNew,
    },
    { id: 'search', label: t('palette.search'), icon: 'search', run: () => void search.open('') },
    { id: 'rewind', label: t('palette.rewind'), icon: 'undo', keys: 'Esc Esc', run: () => void rewind.openList() },
    { id: 'sidebar', label: t('palette.sidebar'), icon: 'sidebar', keys: keyHint('B'), run: verbs.toggleSidebar },
    { id: 'panel', label: t('palette.panel'), icon: 'panel', run: verbs.togglePanel },
    { id: 'changes', label: t('palette.changes'), icon: 'pencil', run: () => verbs.showTab('changes') },
    { id: 'shells', label: t('palette.shells'), icon: 'terminal', run: () => verbs.showTab('shells') },
    { id: 'context', label: t('palette.context'), icon: 'book', run: () => verbs.showTab('context') },
  ]

  palette.lender = { actions, command, fill }
  onUnmounted(() => (palette.lender = undefined))
}

import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { settingOptionsIn } from '../../lib/setting-options.ts'
import { settingsSectionIds } from '../../lib/settings-link.ts'
import { useAppStore } from '../../stores/app.ts'
import { useBoardStore } from '../../stores/board.ts'
import { useChangesStore } from '../../stores/changes.ts'
import { useCommandsStore } from '../../stores/commands.ts'
import { useDraftsStore } from '../../stores/drafts.ts'
import { useFileMatchesStore } from '../../stores/file-matches.ts'
import { useMcpStore } from '../../stores/mcp.ts'
import { useNavigationStore } from '../../stores/navigation.ts'
import { useOpenFilesStore } from '../../stores/open-files.ts'
import { usePaletteStore } from '../../stores/palette.ts'
import { useProjectsStore } from '../../stores/projects.ts'
import { useSessionsStore } from '../../stores/sessions.ts'
import type { PaletteEntry } from './palette-groups.ts'
import { usePastEntries } from './use-past-entries.ts'

/** Everything the palette can go to or do; what belongs to a project is there only in a project's window. */
export function usePaletteEntries() {
  const { t } = useI18n()
  const app = useAppStore()
  const board = useBoardStore()
  const navigation = useNavigationStore()
  const palette = usePaletteStore()
  const changes = useChangesStore()
  const commands = useCommandsStore()
  const drafts = useDraftsStore()
  const files = useFileMatchesStore()
  const openFiles = useOpenFilesStore()
  const sessions = useSessionsStore()
  const projects = useProjectsStore()
  const mcp = useMcpStore()

  const toMain = (run: () => unknown) => () => {
    navigation.go('main')
    board.close()
    void run()
  }

  const actions = computed<PaletteEntry[]>(() =>
    (palette.lender?.actions() ?? []).map((action) => ({ ...action, id: `action:${action.id}`, kind: 'actions', run: toMain(action.run) })),
  )
  const ofBoard = computed<PaletteEntry[]>(() => [
    { id: 'action:board', kind: 'actions', label: t('palette.board'), icon: 'table', run: toMain(() => board.open()) },
    ...(app.project
      ? [{ id: 'action:task', kind: 'actions' as const, label: t('board.new'), icon: 'plus' as const, run: toMain(board.write) }]
      : []),
  ])
  const slashes = computed<PaletteEntry[]>(() =>
    commands.list.map(({ name, description, isSkill }) => ({
      id: `command:${name}`,
      kind: 'commands',
      label: `/${name}`,
      note: description,
      icon: isSkill ? 'bookmark' : 'play',
      run: toMain(() => {
        const action = commands.actionOf(`/${name}`)
        if (action) palette.lender?.command(action.name)
        else palette.lender?.fill(`/${name} `)
      }),
    })),
  )
  const found = computed<PaletteEntry[]>(() =>
    files.matches
      .filter(({ kind }) => kind === 'file')
      .map(({ path }) => {
        const change = changes.files.find((file) => file.path === path)
        return {
          id: `file:${path}`,
          kind: 'files',
          label: path,
          icon: 'file',
          isRanked: true,
          ...(change && { note: t(change.created ? 'palette.created' : 'palette.changed'), delta: change }),
          run: () => openFiles.open(path),
          attach: toMain(() => drafts.refer(sessions.draftKey, path)),
        }
      }),
  )
  const { past, everywhere, ask: askSessions } = usePastEntries(toMain)
  const settings = computed<PaletteEntry[]>(() => [
    ...settingsSectionIds.map((id): PaletteEntry => ({
      id: `setting:${id}`,
      kind: 'settings',
      label: t(`settings.${id}`),
      icon: 'gear',
      run: () => navigation.openSettings(id),
    })),
    ...settingOptionsIn({ isDesktop: app.info?.host === 'electron', isHome: !app.project }).map(({ section, id, label }): PaletteEntry => ({
      id: `setting:${section}:${id}`,
      kind: 'settings',
      label: t(label),
      note: t(`settings.${section}`),
      icon: 'gear',
      run: () => navigation.openSettings(section, id),
    })),
    ...(mcp.list ?? []).map(({ name }): PaletteEntry => ({
      id: `setting:mcp:${name}`,
      kind: 'settings',
      label: name,
      note: t('settings.mcp'),
      icon: 'plug',
      run: () => navigation.openSettings('mcp', name),
    })),
  ])
  const others = computed<PaletteEntry[]>(() =>
    (projects.recent ?? [])
      .filter(({ id, exists }) => exists && id !== app.project?.id)
      .map(({ id, name, path, displayPath }) => ({
        id: `project:${id}`,
        kind: 'projects',
        label: name,
        note: displayPath,
        icon: 'folder',
        run: toMain(() => projects.open(path)),
      })),
  )

  function load(): void {
    void projects.load()
    if (app.project) void commands.load()
  }

  return {
    entries: computed(() => {
      const here = app.project ? [...actions.value, ...slashes.value, ...found.value, ...past.value, ...everywhere.value] : []
      return [...here, ...ofBoard.value, ...settings.value, ...others.value]
    }),
    error: computed(() => commands.error ?? projects.error),
    isIndexing: computed(() => files.isIndexing),
    load,
    ask(words: string): void {
      if (!app.project) return
      void files.ask(words)
      askSessions(words)
    },
  }
}

import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { settingOptions } from '../../lib/setting-options.ts'
import { settingsSectionIds } from '../../lib/settings-link.ts'
import { useAppStore } from '../../stores/app.ts'
import { useBoardStore } from '../../stores/board.ts'
import { useCommandsStore } from '../../stores/commands.ts'
import { useFileMatchesStore } from '../../stores/file-matches.ts'
import { useMcpStore } from '../../stores/mcp.ts'
import { useNavigationStore } from '../../stores/navigation.ts'
import { useOpenFilesStore } from '../../stores/open-files.ts'
import { usePaletteStore } from '../../stores/palette.ts'
import { useProjectsStore } from '../../stores/projects.ts'
import { useSessionsStore } from '../../stores/sessions.ts'
import type { PaletteEntry } from './palette-groups.ts'

/** Everything the palette can go to or do; what belongs to a project is there only in a project's window. */
export function usePaletteEntries() {
  const { t } = useI18n()
  const app = useAppStore()
  const board = useBoardStore()
  const navigation = useNavigationStore()
  const palette = usePaletteStore()
  const commands = useCommandsStore()
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
      icon: isSkill ? 'diamond' : 'play',
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
      .map(({ path }) => ({
        id: `file:${path}`,
        kind: 'files',
        label: path,
        icon: 'file',
        isRanked: true,
        run: () => openFiles.open(path),
      })),
  )
  const past = computed<PaletteEntry[]>(() =>
    (sessions.list ?? []).map(({ id, title }) => ({
      id: `session:${id}`,
      kind: 'sessions',
      label: title || t('sessions.untitled'),
      icon: 'message',
      run: toMain(() => sessions.select(id)),
    })),
  )
  const settings = computed<PaletteEntry[]>(() => [
    ...settingsSectionIds.map((id): PaletteEntry => ({
      id: `setting:${id}`,
      kind: 'settings',
      label: t(`settings.${id}`),
      icon: 'gear',
      run: () => navigation.openSettings(id),
    })),
    ...settingOptions.map(({ section, id, label }): PaletteEntry => ({
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
      const here = app.project ? [...actions.value, ...slashes.value, ...found.value, ...past.value] : []
      return [...here, ...ofBoard.value, ...settings.value, ...others.value]
    }),
    error: computed(() => commands.error ?? projects.error),
    isIndexing: computed(() => files.isIndexing),
    load,
    ask: (words: string) => void (app.project && files.ask(words)),
  }
}

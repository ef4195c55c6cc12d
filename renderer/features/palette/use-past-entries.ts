import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { SessionSummary } from '../../../core/contract/events.ts'
import type { SessionHit } from '../../../core/contract/sessions.ts'
import { hitPlace } from '../../lib/hit-place.ts'
import { timeAgo } from '../../lib/time-ago.ts'
import { useReadingPlacesStore } from '../../stores/reading-places.ts'
import { useSessionHitsStore } from '../../stores/session-hits.ts'
import { useSessionSearchStore } from '../../stores/session-search.ts'
import { useSessionViewStore } from '../../stores/session-view.ts'
import { useSessionsStore } from '../../stores/sessions.ts'
import type { PaletteEntry } from './palette-groups.ts'
import { quote } from './quote.ts'

/** Sessions by their names and by what was said in them, and the search over all of it. `toMain`: the act, done on the main screen. */
export function usePastEntries(toMain: (run: () => unknown) => () => void) {
  const { t, locale } = useI18n()
  const sessions = useSessionsStore()
  const view = useSessionViewStore()
  const hits = useSessionHitsStore()
  const search = useSessionSearchStore()
  const places = useReadingPlacesStore()

  function entryOf({ id, title, running, waiting, updatedAt }: SessionSummary): PaletteEntry {
    return {
      id: `session:${id}`,
      kind: 'sessions',
      label: title || t('sessions.untitled'),
      icon: waiting > 0 ? 'diamond' : running ? 'spinner' : 'message',
      end: id === view.sessionId ? t('palette.openNow') : timeAgo(updatedAt, { now: Date.now(), language: locale.value }),
      run: toMain(() => sessions.select(id)),
    }
  }

  function saidIn(hit: SessionHit): PaletteEntry {
    const sessionId = hit.session.id
    const said = hit.snippets.find(({ role }) => role !== 'title')
    const place = hitPlace(hit)
    return {
      ...entryOf(hit.session),
      isRanked: true,
      ...(said && quote(said)),
      run: toMain(() => {
        if (place) places.goTo({ sessionId, ...place })
        return sessions.select(sessionId)
      }),
    }
  }

  const past = computed<PaletteEntry[]>(() => {
    const said = new Map(hits.found.hits.map((hit) => [hit.session.id, hit]))
    const listed = (sessions.list ?? []).filter(({ id }) => !said.has(id))
    return [...[...said.values()].map(saidIn), ...listed.map(entryOf)]
  })

  const everywhere = computed<PaletteEntry[]>(() => {
    const text = hits.wanted
    const { words, hits: found, isAll } = hits.found
    const isNowhere = words === text && found.length === 0 && isAll
    if (text === '' || isNowhere) return []
    const run = toMain(() => search.open(text))
    const entry = {
      id: 'everywhere',
      kind: 'everywhere',
      label: t('palette.searchFor', { text }),
      icon: 'search',
      isRanked: true,
      run,
    } as const
    return [words === text && found.length > 0 ? { ...entry, note: countOf(hits.found) } : entry]
  })

  function countOf({ hits: found, isAll }: typeof hits.found): string {
    const count = found.reduce((sum, { snippets }) => sum + snippets.length, 0)
    const matches = t('palette.matches', { n: count }, count)
    return t(isAll ? 'palette.inSessions' : 'palette.inMore', { n: found.length, matches }, found.length)
  }

  return { past, everywhere, ask: hits.ask }
}

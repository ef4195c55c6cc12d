import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Where a conversation is read. */
export interface ReadingPlace {
  readonly rowId: string
  /** Pixels from the view's top down to the row's; less than nothing when the row began above it. */
  readonly offset: number
}

export interface WantedRow {
  readonly sessionId: string
  readonly rowId: string
  /** Of the rows from there to the next prompt the one that says this is meant, where one does. */
  readonly words: string
}

const KEY = 'mewcode.places'
/** Of so many conversations; those left longest ago are forgotten. */
const KEPT = 50

/** Places of conversations that are not read at their end. They outlive a change of session or screen, and a reload of this tab. */
export const useReadingPlacesStore = defineStore('reading-places', () => {
  const places = new Map(kept())
  /** What somebody asked to see, until it is in sight. */
  const wanted = shallowRef<WantedRow>()

  /** Undefined: at the end. */
  function set(sessionId: string, place: ReadingPlace | undefined): void {
    if (!place && !places.has(sessionId)) return
    places.delete(sessionId)
    if (place) places.set(sessionId, place)
    sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-KEPT)))
  }

  /** Before its conversation is opened, or while it is. */
  function goTo(row: WantedRow): void {
    set(row.sessionId, { rowId: row.rowId, offset: 0 })
    wanted.value = row
  }

  /** What was asked for in this conversation; it is asked for once. */
  function takeWanted(sessionId: string): WantedRow | undefined {
    const row = wanted.value?.sessionId === sessionId ? wanted.value : undefined
    if (row) wanted.value = undefined
    return row
  }

  return { wanted, get: (sessionId: string) => places.get(sessionId), set, goTo, takeWanted }
})

function kept(): [string, ReadingPlace][] {
  try {
    const known: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(known) ? known.filter(isEntry) : []
  } catch {
    // Written by somebody else, under our name.
    return []
  }
}

function isEntry(value: unknown): value is [string, ReadingPlace] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [id, place]: unknown[] = value
  return (
    typeof id === 'string' &&
    typeof place === 'object' &&
    place !== null &&
    'rowId' in place &&
    typeof place.rowId === 'string' &&
    'offset' in place &&
    typeof place.offset === 'number'
  )
}

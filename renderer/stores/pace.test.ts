import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPace } from './pace.ts'

const FRAME_MS = 16

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, FRAME_MS))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the pace of what grows', () => {
  it('shows the first letters with the next frame', () => {
    const shown = vi.fn<() => void>()
    createPace().grow(shown)
    vi.advanceTimersByTime(FRAME_MS)
    expect(shown).toHaveBeenCalledTimes(1)
  })

  it('shows what goes on about ten times a second, and nothing less', () => {
    const { grow } = createPace()
    let shown = 0
    const again = (): void => {
      shown += 1
      grow(again)
    }
    grow(again)
    vi.advanceTimersByTime(1_000)
    expect(shown).toBeGreaterThanOrEqual(8)
    expect(shown).toBeLessThanOrEqual(10)
  })

  it('goes on in a page that nobody sees, where no frame comes, be it hidden before or since', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0)
    for (const hidden of [true, false]) {
      vi.stubGlobal('document', { hidden })
      const shown = vi.fn<() => void>()
      createPace().grow(shown)
      vi.advanceTimersByTime(hidden ? 100 : 300)
      expect(shown).toHaveBeenCalledTimes(1)
    }
  })

  it('does not let what is more than growth wait', () => {
    const { soon, grow } = createPace()
    const shown = vi.fn<() => void>()
    grow(() => undefined)
    vi.advanceTimersByTime(FRAME_MS)
    soon(shown)
    vi.advanceTimersByTime(FRAME_MS)
    expect(shown).toHaveBeenCalledTimes(1)
  })
})

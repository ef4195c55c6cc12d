import { nextFrame } from './next-frame.ts'

/**
 * What grows letter by letter is drawn about ten times a second: an eye reads no faster, and most of what an update
 * costs does not depend on how many letters it brings.
 */
const GROWTH_MS = 100

/** Runs work with the next frame, or, where it only adds to what is there, not too soon after such work was last run. */
export function createPace() {
  let lastAt = -Infinity

  function grow(work: () => void): void {
    const pause = lastAt + GROWTH_MS - performance.now()
    const run = (): void => {
      lastAt = performance.now()
      work()
    }
    if (pause > 0) setTimeout(() => nextFrame(run), pause)
    else nextFrame(run)
  }

  return { soon: nextFrame, grow }
}

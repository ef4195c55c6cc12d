/** Runs `work` with the next frame; in a hidden page, where no frame comes, soon anyway. */
export function nextFrame(work: () => void): void {
  if (document.hidden) {
    setTimeout(work, 50)
    return
  }
  let isDone = false
  const once = (): void => {
    if (isDone) return
    isDone = true
    work()
  }
  requestAnimationFrame(once)
  // A page hidden between now and the frame gets none.
  setTimeout(once, 250)
}

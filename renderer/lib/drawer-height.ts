/** Heights of the board's drawer, in pixels. */
export const drawerHeight = { least: 200, usual: 292, most: 480 } as const

/** A height it may have; the usual one for what is no number. */
export function drawerHeightOf(wanted: number): number {
  if (!Number.isFinite(wanted)) return drawerHeight.usual
  return Math.min(drawerHeight.most, Math.max(drawerHeight.least, Math.round(wanted)))
}

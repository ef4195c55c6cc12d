import type { Settings } from '../../core/contract/app.ts'

/** How close things stand, and how large everything is. */
export function applyLook({ density, zoom = 100 }: Pick<Settings, 'density' | 'zoom'>): void {
  const { style, dataset } = document.documentElement
  dataset['density'] = density ?? 'comfortable'
  style.zoom = zoom === 100 ? '' : `${zoom}%`
}

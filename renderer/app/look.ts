import type { Settings } from '../../core/contract/app.ts'

/** How close things stand. */
export function applyLook({ density }: Pick<Settings, 'density'>): void {
  document.documentElement.dataset['density'] = density ?? 'comfortable'
}

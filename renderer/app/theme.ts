type Theme = 'system' | 'light' | 'dark'

const THEME_KEY = 'mewcode.theme'

/** Paints the page in a theme, and keeps it so that the next load starts in it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  localStorage.setItem(THEME_KEY, theme)
}

/** The theme of the last visit; settings come later, over the wire. */
export function rememberedTheme(): Theme {
  const theme = localStorage.getItem(THEME_KEY)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** What stands beside the list: the store's skill, a plugin, what waits for a yes, or the ways to install. */
export type Chosen = { readonly kind: 'skill' | 'consent' | 'install' } | { readonly kind: 'plugin'; readonly file: string }

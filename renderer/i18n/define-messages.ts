export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** The same keys with other words. */
export type SameKeys<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

/**
 * One feature's words in both languages; a key missing on either side does not compile.
 * In vue-i18n's syntax `{name}` is a value and `a | b` a plural; a literal `@`, `|`, `{` or `}` is written `{'@'}`.
 */
export function defineMessages<const T extends MessageTree>(en: T, zh: SameKeys<T>): { en: SameKeys<T>; 'zh-CN': SameKeys<T> } {
  return { en: widen(en), 'zh-CN': zh }
}

function widen<T extends MessageTree>(tree: T): SameKeys<T>
function widen(tree: MessageTree): MessageTree {
  return tree
}

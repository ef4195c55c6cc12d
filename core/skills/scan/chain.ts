/** Where something stands in a text; `to` is behind it. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What is looked for in a text. */
export interface Chains {
  /** Any of their first links: most texts have none. */
  readonly starts: RegExp
  /** Links that stand one after the other, with anything between them. */
  readonly all: readonly (readonly RegExp[])[]
}

/**
 * The first of the chains that is there. Each link is looked for once, from the end of the one before: time grows with the text, and not
 * with its square or cube as that of one expression with `.*` in its middle does.
 */
export function findChain(text: string, { starts, all }: Chains): Span | undefined {
  if (!starts.test(text)) return undefined
  for (const chain of all) {
    const span = follow(text, chain)
    if (span) return span
  }
  return undefined
}

function follow(text: string, chain: readonly RegExp[]): Span | undefined {
  let from: number | undefined
  let to = 0
  for (const link of chain) {
    link.lastIndex = to
    const found = link.exec(text)
    if (!found) return undefined
    from ??= found.index
    to = found.index + found[0].length
  }
  return from === undefined ? undefined : { from, to }
}

/** Chains that do not look at capitals; a text alone is a chain of one link. */
export function either(...parts: readonly (string | readonly string[])[]): Chains {
  const chains = parts.map((part) => (typeof part === 'string' ? [part] : part))
  const starts = chains.map(([first = '']) => `(?:${first})`)
  return { starts: new RegExp(starts.join('|'), 'i'), all: chains.map((chain) => chain.map((link) => new RegExp(link, 'gi'))) }
}

/** One chain of one link. */
export function only(link: RegExp): Chains {
  return { starts: link, all: [[new RegExp(link, `${link.flags}g`)]] }
}

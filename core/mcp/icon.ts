/** Characters of the whole address: a picture of a list, not of a page. */
const MAX_CHARS = 32_768
/** Pictures that are nothing but pictures: an SVG is a document, and an address on the web would tell somebody that we looked. */
const SAFE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/

/** The first icon a server carries along in its own words that is safe to draw; null where it has none. */
export function safeIcon(icons: readonly { readonly src: string }[] | undefined): string | null {
  return icons?.find(({ src }) => typeof src === 'string' && src.length <= MAX_CHARS && SAFE.test(src))?.src ?? null
}

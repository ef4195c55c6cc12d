/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i
/** What no object can hold under its own name. */
const PROTOTYPE = '__proto__'
/** Controls, zero-width characters, marks that turn the reading order, tags. */
const HIDDEN = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

/** A name that could lead out of its folder, cannot be a folder everywhere, or does not look like what it is. */
export function isBadName(name: string): boolean {
  if (name === '' || name.length > 255 || name === PROTOTYPE) return true
  return /[\\/]|^[A-Za-z]:|^\.+$|[. ]$/.test(name) || DEVICE.test(name) || HIDDEN.test(name)
}

/** What the open format asks for: small letters, digits and single hyphens, at most 64. */
export function isPlainName(name: string): boolean {
  return name.length <= 64 && /^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(name)
}

/** Two names that are one for a person: composed or not, in capitals or not. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

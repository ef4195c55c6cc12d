import { AppError } from '../contract/errors.ts'

export interface CloneAddress {
  /** For git. */
  readonly url: string
  /** Of the new folder. */
  readonly name: string
}

/** `owner/name` of GitHub, `https://…`, `http://…`, `ssh://…` or `user@host:path`. `AppError('project.clone_address')`. */
export function readCloneAddress(address: string): CloneAddress {
  const text = address.trim()
  const short = /^([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/([\w.-]{1,100})$/.exec(text)
  const url = short ? `https://github.com/${short[1]}/${(short[2] ?? '').replace(/\.git$/, '')}.git` : text
  const name = isAddress(url) ? nameOf(url) : undefined
  if (name === undefined) throw new AppError('project.clone_address', { params: { address: withoutUser(text) } })
  return { url, name }
}

/** What stands before the host may be a key. */
export function withoutUser(text: string): string {
  return text.replaceAll(/\/\/[^/@\s]+@/g, '//')
}

function isAddress(url: string): boolean {
  // oxlint-disable-next-line no-control-regex -- git reads a line, and so would a log
  if (/[\u0000-\u0020\u007f]/.test(url)) return false
  if (/^[\w.-]+@[A-Za-z0-9[][\w.:[\]-]*:[^-:]/.test(url) && !url.includes('://')) return true
  const parsed = URL.parse(url)
  // A password would be kept in the clone's configuration.
  return parsed !== null && ['http:', 'https:', 'ssh:'].includes(parsed.protocol) && parsed.hostname !== '' && parsed.password === ''
}

/** The last part of the path, as git itself names the folder. */
function nameOf(url: string): string | undefined {
  const last = /([^/:]+?)(?:\.git)?\/*(?:[?#].*)?$/.exec(url.replace(/^[a-z]+:\/\/[^/]*/, ''))?.[1]
  if (last === undefined || /^\.{0,2}$/.test(last) || last.startsWith('-')) return undefined
  return decoded(last)
}

function decoded(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text)
    return /[/\\\0]/.test(name) || /^\.{0,2}$/.test(name) ? undefined : name
  } catch {
    // A lone % is part of the name.
    return text
  }
}

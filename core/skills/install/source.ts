import path from 'node:path'
import { AppError } from '../../contract/errors.ts'

/** What a person may write as the place a skill comes from. */
export type Source =
  | { readonly kind: 'folder'; readonly place: string; readonly skill?: string }
  | { readonly kind: 'archive'; readonly place: string; readonly skill?: string }
  | { readonly kind: 'github'; readonly owner: string; readonly repo: string; readonly at: Within; readonly skill?: string }
  | { readonly kind: 'git'; readonly url: string; readonly at: Within; readonly skill?: string }
  | { readonly kind: 'file'; readonly url: URL }
  | { readonly kind: 'well-known'; readonly url: URL; readonly skill?: string; readonly version?: string }

/** Where in a repository. A branch may have slashes in its name, so an address does not say where the branch ends. */
export type Within =
  | { readonly kind: 'top' }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'ref-and-path'; readonly parts: readonly string[] }
  /** A version if there is one of that name, else the name of a skill. */
  | { readonly kind: 'version-or-skill'; readonly word: string }

const NAME = String.raw`[\w.-]+`
const SHORT = new RegExp(String.raw`^(${NAME})\/(${NAME})((?:\/[^@#\s]+)?)(?:#([^@\s]+))?(?:@([^\s]+))?$`)

/** Reads what a person wrote; nothing is looked up but whether a folder of that name could be meant. `AppError('install.bad_source')`. */
export function readSource(written: string, { cwd, isFile }: { cwd: string; isFile: (place: string) => boolean }): Source {
  const text = written.trim()
  if (text === '') throw badSource(written)
  if (text.startsWith('git+')) return gitSource(text.slice(4))
  if (/^(?:ssh|git):\/\//.test(text) || /^[\w.-]+@[\w.-]+:[^\\]/.test(text)) return gitSource(text)
  if (/^https?:\/\//i.test(text)) return fromAddress(text)
  const looksLocal = /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/.test(text)
  const place = path.resolve(cwd, text)
  if (looksLocal || /\.(?:zip|skill)$/i.test(text)) return localSource(place)
  const short = SHORT.exec(text)
  if (short) {
    // A folder of that very name is not looked at: what a project holds must not stand in for what is asked for elsewhere.
    const [, owner = '', repo = '', inner = '', ref, skill] = short
    const within: Within =
      ref !== undefined
        ? { kind: 'ref-and-path', parts: [...ref.split('/'), ...pathParts(inner)] }
        : inner === ''
          ? { kind: 'top' }
          : { kind: 'path', path: pathParts(inner).join('/') }
    return { kind: 'github', owner, repo: repo.replace(/\.git$/, ''), at: within, ...(skill !== undefined && { skill }) }
  }
  if (isFile(place)) return localSource(place)
  throw badSource(written)
}

function localSource(place: string): Source {
  return { kind: /\.(?:zip|skill)$/i.test(place) ? 'archive' : 'folder', place }
}

function fromAddress(text: string): Source {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') throw badSource(text)
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
  const host = url.hostname.replace(/^www\./, '')
  if (host === 'github.com') return githubAddress(parts, text)
  if (host === 'raw.githubusercontent.com') return rawAddress(parts, text)
  if (host === 'skills.sh') return skillsShAddress(parts, text)
  if (parts.some((part, index) => part === '.well-known' && /^(?:agent-)?skills$/.test(parts[index + 1] ?? ''))) return wellKnown(url)
  if (/\/skill\.md$/i.test(url.pathname)) return { kind: 'file', url }
  const dash = parts.indexOf('-')
  if (dash >= 2 && (parts[dash + 1] === 'tree' || parts[dash + 1] === 'blob')) {
    const repository = new URL(`/${parts.slice(0, dash).map(encodeURIComponent).join('/')}.git`, url)
    return { kind: 'git', url: repository.href, at: { kind: 'ref-and-path', parts: parts.slice(dash + 2) } }
  }
  if (parts.length === 0) return wellKnown(url)
  return gitSource(text)
}

function githubAddress([owner = '', repo = '', view, ...rest]: readonly string[], text: string): Source {
  if (owner === '' || repo === '') throw badSource(text)
  const name = repo.replace(/\.git$/, '')
  // Who gives the address of the repository itself wants git, with git's own sign-in.
  if (repo.endsWith('.git') && view === undefined) return { kind: 'git', url: `https://github.com/${owner}/${repo}`, at: { kind: 'top' } }
  if (view === undefined) return { kind: 'github', owner, repo: name, at: { kind: 'top' } }
  if (!['tree', 'blob', 'raw'].includes(view) || rest.length === 0) throw badSource(text)
  return { kind: 'github', owner, repo: name, at: { kind: 'ref-and-path', parts: rest } }
}

function rawAddress([owner = '', repo = '', ...rest]: readonly string[], text: string): Source {
  if (owner === '' || repo === '' || rest.length < 2) throw badSource(text)
  const parts = rest[0] === 'refs' && /^(?:heads|tags)$/.test(rest[1] ?? '') ? rest.slice(2) : rest
  return { kind: 'github', owner, repo, at: { kind: 'ref-and-path', parts } }
}

function skillsShAddress([owner = '', repo = '', word, ...more]: readonly string[], text: string): Source {
  if (owner === '' || repo === '' || more.length > 0) throw badSource(text)
  const at: Within = word === undefined ? { kind: 'top' } : { kind: 'version-or-skill', word }
  return { kind: 'github', owner, repo, at }
}

/** The index of a site, or one skill of it. */
function wellKnown(url: URL): Source {
  const found = /^(.*\/\.well-known\/(?:agent-)?skills)(?:\/(.*))?$/.exec(url.pathname)
  const base = new URL(`${found?.[1] ?? '/.well-known/agent-skills'}/`, url)
  const word = (found?.[2] ?? '').replace(/\/?(?:index\.json|skill\.md)?$/i, '')
  return { kind: 'well-known', url: base, ...(word !== '' && { skill: decode(word) }) }
}

/** `#ref` behind a git address names a branch, tag or commit. */
function gitSource(text: string): Source {
  const [url = '', ref] = text.split('#')
  // Such an address would be read as an option, or run a program.
  if (url.startsWith('-') || /^[\w+-]+::/.test(url)) throw badSource(text)
  return { kind: 'git', url, at: ref === undefined || ref === '' ? { kind: 'top' } : { kind: 'ref-and-path', parts: ref.split('/') } }
}

function pathParts(inner: string): string[] {
  return inner.split('/').filter((part) => part !== '')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return part
    throw error
  }
}

function badSource(source: string): AppError {
  return new AppError('install.bad_source', { params: { source } })
}

import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/** Headers of every answer to the page, by whichever host serves it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    'media-src blob:',
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Headers of the frame that draws diagrams: it has no origin of its own and reaches nothing. Its one script stands in it and is named
 * there by its hash, so that no other runs. Only the page may frame it; nothing else of ours may be framed.
 */
const diagramHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
}

export interface PageFile {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * The built page's file behind a URL path as it was sent, still encoded; `/` is `index.html`. Undefined when there is none of a
 * kind the page uses, or when the path (decoded, links followed) would leave `rendererDir`.
 */
export async function readPageFile(rendererDir: string, urlPath: string): Promise<PageFile | undefined> {
  const name = decode(urlPath)
  if (name === undefined) return undefined
  const mime = mimeTypes[extname(name)]
  if (!mime) return undefined
  const root = await existing(rendererDir)
  const file = root && (await existing(join(root, name)))
  if (!root || !file?.startsWith(root + sep)) return undefined
  const bytes = await readFile(file)
  // Built names under assets/ carry a hash of their content; everything else may change with the next build.
  const caching = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  const headers = name === '/diagram/frame.html' ? diagramHeaders : pageHeaders
  return { bytes, headers: { ...headers, 'content-type': mime, 'cache-control': caching } }
}

function decode(urlPath: string): string | undefined {
  if (urlPath === '/') return '/index.html'
  try {
    const path = decodeURIComponent(urlPath)
    const escapes = path.includes('\0') || path.includes('\\') || path.split('/').some((part) => part === '..' || part === '.')
    return path.startsWith('/') && !escapes ? path : undefined
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

async function existing(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined)
}

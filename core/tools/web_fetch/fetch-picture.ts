import { AppError } from '../../contract/errors.ts'
import { mediaLimits, readImageHeader } from '../../media/index.ts'
import { ToolFailure } from '../types.ts'
import { fetchPage, webUrl, type FetchedPage, type WebAccess } from './web.ts'

/**
 * The picture at an address, told by its bytes: PNG, JPEG, GIF or WebP, at most 5 MB, from the public internet and the host that is
 * named. `AppError('files.picture_not_loaded')` for everything else.
 */
export async function fetchPicture(
  address: string,
  web: WebAccess,
  signal: AbortSignal,
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const page = await pageAt(address, web, signal)
  const header = page.status === 200 && !page.isCut ? readImageHeader(page.body) : undefined
  if (!header || header.width * header.height > mediaLimits.pixels) throw notLoaded(address)
  return { type: header.mediaType, bytes: new Uint8Array(page.body) }
}

async function pageAt(address: string, web: WebAccess, signal: AbortSignal): Promise<FetchedPage> {
  try {
    return await fetchPage(webUrl(address), { web, purpose: 'picture' }, signal)
  } catch (cause) {
    if (!(cause instanceof ToolFailure)) throw cause
    throw notLoaded(address, cause)
  }
}

function notLoaded(address: string, cause?: ToolFailure): AppError {
  return new AppError('files.picture_not_loaded', { params: { host: URL.parse(address)?.hostname ?? address }, cause })
}

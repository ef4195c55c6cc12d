import { randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'
import type { DropResult } from '../contract/sessions.ts'
import { mediaLimits } from '../media/index.ts'
import type { FileTickets, MediaFile } from './types.ts'

const VALID_MS = 60_000

type Ticket =
  | { readonly kind: 'upload'; readonly name: string; keep(file: { name: string; bytes: Uint8Array }): Promise<DropResult> }
  | { readonly kind: 'import'; readonly maxBytes: number; keep(bytes: Uint8Array): Promise<DropResult> }
  | { readonly kind: 'output'; read(): Promise<string> }
  /** A picture or a document, of the session or of the web. */
  | { readonly kind: 'blob'; read(): Promise<MediaFile> }

/** For this room: handlers issue what hosts serve. */
export interface Tickets extends FileTickets {
  /** Answers the path. */
  issue(ticket: Ticket): string
}

export function createTickets(clock: Clock): Tickets {
  const open = new Map<string, { ticket: Ticket; until: number }>()

  function redeem<K extends Ticket['kind']>(path: string, kind: K): Extract<Ticket, { kind: K }> {
    const found = open.get(path)
    open.delete(path)
    if (!found || found.until < clock.now() || !isKind(found.ticket, kind)) throw new AppError('files.ticket_invalid')
    return found.ticket
  }
  return {
    issue(ticket) {
      for (const [path, { until }] of open) if (until < clock.now()) open.delete(path)
      const path = `/files/${randomBytes(24).toString('base64url')}`
      open.set(path, { ticket, until: clock.now() + VALID_MS })
      return path
    },
    async put(path, bytes) {
      if (open.get(path)?.ticket.kind === 'import') return redeem(path, 'import').keep(bytes)
      const { name, keep } = redeem(path, 'upload')
      return keep({ name, bytes })
    },
    maxBytes(path) {
      const ticket = open.get(path)?.ticket
      return ticket?.kind === 'import' ? ticket.maxBytes : mediaLimits.fileBytes
    },
    get: async (path) => redeem(path, 'output').read(),
    media: async (path) => (open.get(path)?.ticket.kind === 'blob' ? redeem(path, 'blob').read() : undefined),
  }
}

function isKind<K extends Ticket['kind']>(ticket: Ticket, kind: K): ticket is Extract<Ticket, { kind: K }> {
  return ticket.kind === kind
}

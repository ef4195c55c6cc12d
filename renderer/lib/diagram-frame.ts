/** What the window asks of the frame that draws diagrams, and what comes back. The frame has no origin: both go by message. */
export interface DiagramAsk {
  readonly source: string
  readonly theme: 'light' | 'dark'
}

export type DiagramAnswer = { readonly kind: 'drawn'; readonly height: number } | { readonly kind: 'failed'; readonly reason: string }

/** No longer text is drawn: laying it out would hold the frame for minutes. */
export const LONGEST_DIAGRAM = 20_000

/** Higher diagrams are scrolled inside their frame. */
const HIGHEST = 720

/** Longest words of trouble that are shown. */
const LONGEST_REASON = 400

/** An answer of the frame, whose diagram may have written it; undefined: it is none. */
export function readDiagramAnswer(data: unknown): DiagramAnswer | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined
  if (data.kind === 'drawn' && 'height' in data && typeof data.height === 'number' && data.height >= 0)
    return { kind: 'drawn', height: Math.min(Math.ceil(data.height), HIGHEST) }
  if (data.kind === 'failed' && 'reason' in data && typeof data.reason === 'string')
    return { kind: 'failed', reason: data.reason.slice(0, LONGEST_REASON) }
  return undefined
}

import { isObject, parseJson } from '../json.ts'

/** Tells when a JSON object that comes in pieces is whole. Each character is looked at once, however small the pieces are. */
export interface ObjectEnd {
  take(piece: string): void
  isWhole(text: string): boolean
}

export function createObjectEnd(): ObjectEnd {
  let depth = 0
  let isInText = false
  let isEscaped = false
  let isClosed = false
  let isSpoilt = false
  let isJson: boolean | undefined

  function look(sign: string): void {
    if (isEscaped) isEscaped = false
    else if (isInText && sign === '\\') isEscaped = true
    else if (sign === '"') isInText = !isInText
    else if (isInText) return
    else if (sign === '{' || sign === '[') depth += 1
    else if ((sign === '}' || sign === ']') && --depth === 0) isClosed = true
  }

  return {
    take(piece) {
      // Most pieces are words within a text.
      if (!isClosed && !isEscaped && !/["\\{}[\]]/.test(piece)) return
      for (const sign of piece) {
        if (isClosed) isSpoilt ||= sign.trim() !== ''
        else look(sign)
      }
    },
    isWhole(text) {
      if (!isClosed || isSpoilt) return false
      // Only spaces can have come since it was closed.
      return (isJson ??= isObject(parseJson(text)))
    },
  }
}

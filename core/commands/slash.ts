/** `/name arguments` at the very beginning of a prompt. */
export interface Slash {
  readonly name: string
  readonly args: string
}

/** Undefined for any other text: `/path/like/this`, `// comment`, a blank before the slash. */
export function readSlash(text: string): Slash | undefined {
  const match = /^\/([\p{L}\p{N}][\p{L}\p{N}._:-]*)(?:\s+([\s\S]*))?$/u.exec(text)
  return match === null ? undefined : { name: match[1] ?? '', args: (match[2] ?? '').trim() }
}

/** What a file of the project's tree is dragged as; its path lies in it. */
export const FILE_REFERENCE = 'application/x-mewcode-file'

/** As a message refers to it: a folder ends with `/`. */
export function pathForReference({ path, kind }: { readonly path: string; readonly kind: string }): string {
  return kind === 'folder' ? `${path}/` : path
}

/** A path as it is named in a message; one with blanks is quoted. */
export function mentionOf(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}

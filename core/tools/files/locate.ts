import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A path as the model wrote it: `~` stays what it is, because permission judges the same text. */
export interface Located {
  readonly absolute: string
  /** Relative to the project where it lies inside, with `/`. */
  readonly shown: string
}

export function locate(path: string, projectRoot: string): Located {
  const absolute = resolve(projectRoot, path)
  return { absolute, shown: shownPath(absolute, projectRoot) }
}

export function shownPath(absolute: string, projectRoot: string): string {
  const inside = relative(projectRoot, absolute)
  if (inside === '') return '.'
  const outside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
  return (outside ? absolute : inside).replaceAll(sep, '/')
}

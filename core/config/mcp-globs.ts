/** `*` stands for anything; the whole name must fit. */
export function fitsGlob(glob: string, name: string): boolean {
  const pattern = glob.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${pattern}$`, 's').test(name)
}

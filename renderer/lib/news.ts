/** The lines of the newest part of a changelog, as plain words; what stands above the first `##` is no news. */
export function newestNews(changelog: string): readonly string[] {
  const [, newest = ''] = changelog.split(/^## .*$/m)
  return newest
    .split(/^- /m)
    .slice(1)
    .map((item) => plain(item.split('\n\n')[0] ?? ''))
}

function plain(item: string): string {
  return item
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .trim()
}

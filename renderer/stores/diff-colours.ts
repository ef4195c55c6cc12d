import { computed, useTemplateRef, type Ref } from 'vue'
import { languageOfFile } from '../lib/code-colours/index.ts'
import { inColours, sideText } from '../lib/diff-colours.ts'
import type { DiffLine } from '../lib/diff-lines.ts'
import { useCodeColours } from './code-colours.ts'

/** The lines of a file's diff that are shown, in the colours of its code once the template's element of that name has come near the viewport. */
export function useDiffColours(
  name: string,
  diff: () => { readonly lines: readonly DiffLine[]; readonly path: string },
): Readonly<Ref<readonly DiffLine[]>> {
  const place = useTemplateRef<HTMLElement>(name)
  const side = (which: 'added' | 'removed') => () => {
    const { lines, path } = diff()
    const language = languageOfFile(path)
    return language === undefined ? undefined : { text: sideText(lines, which), language }
  }
  const before = useCodeColours(place, side('removed'))
  const after = useCodeColours(place, side('added'))
  return computed(() => inColours(diff().lines, { before: before.value, after: after.value }))
}

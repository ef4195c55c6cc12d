import type { ErrorText } from '../../core/contract/error-texts.ts'

/** What happened and what to do as running text: each a closed sentence, with a blank between them only where the script has one. */
export function sentences({ what, fix }: ErrorText): string {
  return closed(what) + gapAfter(closed(what)) + fix
}

/** The blank between this text and the next; a full-width mark brings its own. */
export function gapAfter(text: string): '' | ' ' {
  return /[。！？，：]$/.test(text) ? '' : ' '
}

function closed(sentence: string): string {
  if (/[.!?。！？…]$/.test(sentence)) return sentence
  return sentence + (/\p{Script=Han}/u.test(sentence) ? '。' : '.')
}

import type { ErrorText } from '../../core/contract/error-texts.ts'

/** What happened and what to do as running text: each a closed sentence, with a blank between them only where the script has one. */
export function sentences({ what, fix }: ErrorText): string {
  return closed(what) + (endsFullWidth(closed(what)) ? '' : ' ') + fix
}

function closed(sentence: string): string {
  if (/[.!?。！？…]$/.test(sentence)) return sentence
  return sentence + (/\p{Script=Han}/u.test(sentence) ? '。' : '.')
}

function endsFullWidth(text: string): boolean {
  return /[。！？]$/.test(text)
}

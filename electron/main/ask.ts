import { app, dialog } from 'electron'
import { languageOf, words } from './words.ts'
import type { Settings } from '../../core/contract/app.ts'

export interface Question {
  readonly message: keyof typeof words
  /** Words of ours, or what somebody else wrote, as it is. */
  readonly detail?: keyof typeof words
  readonly text?: string
  readonly yes: keyof typeof words
  /** A second way to go on. */
  readonly also?: keyof typeof words
  readonly no?: keyof typeof words
}

/** A box of the system's own, in the person's language. The person who closes it says `no`. */
export async function choose(
  { message, detail, text, yes, also, no }: Question,
  settings: () => Promise<Settings>,
): Promise<'yes' | 'also' | 'no'> {
  const language = languageOf(app.getLocale(), (await settings()).language)
  const buttons = [
    { name: yes, answer: 'yes' as const },
    ...(also === undefined ? [] : [{ name: also, answer: 'also' as const }]),
    ...(no === undefined ? [] : [{ name: no, answer: 'no' as const }]),
  ]
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: words[message][language],
    detail: text ?? (detail === undefined ? '' : words[detail][language]),
    buttons: buttons.map(({ name }) => words[name][language]),
    defaultId: 0,
    cancelId: buttons.length - 1,
  })
  return buttons[response]?.answer ?? 'no'
}

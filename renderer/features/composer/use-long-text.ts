import { useI18n } from 'vue-i18n'
import type { DroppedFile } from '../../stores/attachments.ts'

/** Characters: a longer paste is a document, not a message. */
const LONGEST_PASTE = 16_384

/** What comes into the message from outside: files, and texts too long for a message, travel as attachments. */
export function useLongText(add: (files: readonly DroppedFile[]) => Promise<void>) {
  const { t } = useI18n()

  /** Named by what it looks like, so that the reader of a list of files knows it. */
  function fileOf(words: string): File {
    const kind = /^\s*[{[]/.test(words) ? 'json' : /^\s*</.test(words) ? 'html' : 'txt'
    return new File([words], `${t('composer.pastedName')}.${kind}`, { type: 'text/plain' })
  }

  /** True when the text went in as an attachment. */
  function takeLong(words: string): boolean {
    if (words.length <= LONGEST_PASTE) return false
    void add([{ file: fileOf(words) }])
    return true
  }

  function onPaste(event: ClipboardEvent): void {
    const { clipboardData } = event
    const words = clipboardData?.getData('text/plain') ?? ''
    const files = [...(clipboardData?.files ?? [])]
    // Office programs put a picture of the words beside them; of a picture from a web page there are no words.
    const isWords = words.trim() !== '' && (clipboardData?.types.includes('text/html') ?? false)
    if (files.length > 0 && !isWords) void add(files.map((file) => ({ file })))
    else if (!takeLong(words)) return
    event.preventDefault()
  }

  return { takeLong, onPaste }
}
